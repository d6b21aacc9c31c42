import { API_CODES } from '../../http/codes.ts';
import { refusalResponse } from '../../http/responses.ts';
import type { Twist } from '../../http/exchange.ts';
import { allOf, onlyWhen, onQueryForm } from '../../twists/circumstances.ts';
import { afterSuccess, findCustomer } from '../../twists/history.ts';
import { newTagEachTime } from '../../twists/identities.ts';
import { sentOtp } from '../../twists/requests.ts';
import {
  apiCode,
  burst,
  changeResponse,
  changeSuccess,
  on,
  respondWith,
  succeeded,
  withResult,
  withStatus,
  type When,
} from '../../twists/twists.ts';
import { acceptAnyMpin } from '../consent/wrong-otp.ts';
import { faultTable } from '../table.ts';

const hasMpin: When = (request) => findCustomer(request)?.mpin !== undefined;

const refuseSenders = (operation: string) =>
  respondWith(allOf(on(operation), hasMpin), (request) => refusalResponse(request, API_CODES.validationFailed, 'mpin.set'));

const tellOlderMpin: Twist = (right) => async (request) => {
  const older = on('OP-12')(request) ? findCustomer(request)?.mpin : undefined;
  const response = await right(request);
  return older !== undefined && succeeded(response) ? withStatus(response, { message: `changed from ${older}` }) : response;
};

/** Each shows in calls of a sender with an MPIN alone. */
export const mpinFaults = faultTable({ prefix: 'with-mpin-' }, [
  { breaks: ['OP4-TAG-KEPT'], does: 'OP-4 gives another tag.', twist: onlyWhen(hasMpin, newTagEachTime) },
  { breaks: ['OP5-SERVED'], does: 'OP-5 is refused.', twist: refuseSenders('OP-5') },
  { breaks: ['OP14-SERVED'], does: 'OP-14 is refused.', twist: refuseSenders('OP-14') },
  { breaks: ['NO-LEAK'], checks: ['All answers', 'MPIN'], does: 'OP-12 tells the MPIN that stood before.', twist: tellOlderMpin },
  {
    breaks: ['NO-LEAK'],
    does: 'OP-5 shows the MPIN once, in a field of that name.',
    twist: burst(
      1,
      allOf(on('OP-5'), hasMpin),
      1,
      changeSuccess(on('OP-5'), (response, request) =>
        withResult(response, (result) => ({ ...result, mpin: findCustomer(request)?.mpin ?? '' })),
      ),
    ),
  },
  {
    breaks: ['NO-LEAK'],
    does: 'OP-5 names the MPIN.',
    twist: changeSuccess(allOf(on('OP-5'), hasMpin), (response, request) =>
      withResult(response, (result) => ({ ...result, hint: `MPIN ${findCustomer(request)?.mpin ?? ''}` })),
    ),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    checks: ['OP7-LISTED-AS-SENT', 'OP14-DEBITED~with-mpin'],
    does: 'OP-7 adds nothing.',
    twist: afterSuccess('OP-7', ({ store }, sender) => {
      if (sender.mpin !== undefined) sender.beneficiaries.delete(store.nextBeneficiary - 1);
    }),
  },
  {
    breaks: ['CODE-4170'],
    does: 'OP-9 takes any MPIN where the session is in the query.',
    twist: onlyWhen(onQueryForm, acceptAnyMpin('OP-9')),
  },
  {
    breaks: ['CODE-4170'],
    does: 'OP-9 answers a wrong MPIN with 4001 where the session is in the query.',
    twist: onlyWhen(
      onQueryForm,
      changeResponse(on('OP-9'), (response, request) =>
        sentOtp(request)?.mpin !== undefined && apiCode(response) === API_CODES.wrongOtpOrMpin
          ? withStatus(response, { code: API_CODES.notAuthorized })
          : response,
      ),
    ),
  },
]);
