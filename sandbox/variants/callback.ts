import { API_CODES } from '../http/codes.ts';
import {
  changeDeliveries,
  changeCallbackBody,
  changeCallbackHeaders,
  changeCallbackResult,
  withCallbackResult,
} from '../twists/callbacks.ts';
import type { Variant } from '../catalog.ts';

const all: Variant[] = [
  { id: 'callback-late', does: 'A callback comes half a second after the onboarding.', policy: { ekyc: { callbackDelayMs: 500 } } },
  {
    id: 'callback-with-charset',
    does: 'The content type of callbacks names a charset.',
    callbackTwist: changeCallbackHeaders({ 'content-type': 'application/json; charset=utf-8' }),
  },
  {
    id: 'callback-signed',
    does: 'Callbacks carry headers the document does not know.',
    callbackTwist: changeCallbackHeaders({ 'x-signature': 'testcase', authorization: 'Basic dGVzdGNhc2U6MDAwMA==' }),
  },
  {
    id: 'callback-extra-fields',
    does: 'Callbacks hold fields the document does not know.',
    callbackTwist: changeDeliveries('both', (right) => [
      withCallbackResult(right, (found) => ({ ...found, email: 'person@example.test', attempts: 1 })),
    ]),
  },
  {
    id: 'callback-without-message',
    does: 'The message of callbacks is null.',
    callbackTwist: changeCallbackBody('both', (whole) => ({ ...whole, status: { message: null, code: API_CODES.success } })),
  },
  {
    id: 'callback-in-capitals',
    does: 'The UUIDs of callbacks are in upper case.',
    callbackTwist: changeCallbackResult('both', (found) =>
      Object.fromEntries(
        Object.entries(found).map(([name, value]) => [
          name,
          typeof value === 'string' && /^[\da-f]{8}-/.test(value) ? value.toUpperCase() : value,
        ]),
      ),
    ),
  },
  {
    id: 'callback-mobile-with-exponent',
    does: 'The mobile of callbacks is written with an exponent.',
    callbackTwist: changeDeliveries('both', (right, { mobile }) => [
      { ...right, body: right.body.replace(`"mobile":${mobile}`, `"mobile":${Number(mobile).toExponential()}`) },
    ]),
  },
  {
    id: 'callback-again-later',
    does: 'Every callback is sent again a moment later.',
    callbackTwist: changeDeliveries('both', (right) => [right, { ...right, afterMs: right.afterMs + 200 }]),
  },
  {
    id: 'callback-among-others',
    does: 'The address also hears of onboardings that are none of ours, in another form.',
    callbackTwist: changeDeliveries('both', (right) => [
      { ...right, method: 'PUT', body: JSON.stringify({ event: 'onboarding', mobile: 9_990_009_999, status: 'REJECTED' }) },
      right,
    ]),
  },
];

export const callbackVariants: Variant[] = all.map((variant) => ({ ...variant, checks: ['CALLBACK'] }));
