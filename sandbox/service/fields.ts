import type { UserType } from '../state/store.ts';
import { refuse, type Call, type Visit } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';

const invalid = (call: Visit, name: string): never => refuse(call.policy.refusals.invalidValue, `${name}.invalid`);

/** A text field of the payload that fits the pattern. */
export function textField(call: Visit, name: string, pattern: RegExp, from: Json | undefined = call.ask.body): string {
  const value = field(from, name);
  return typeof value === 'string' && pattern.test(value) ? value : invalid(call, name);
}

/** A query parameter; sent twice it must say the same. */
export function queryValue(call: Visit, name: string): string | undefined {
  const [first, ...others] = call.ask.query.getAll(name);
  return others.every((other) => other === first) ? first : invalid(call, name);
}

const MOBILE = /^[1-9]\d{9}$/;

export const isMobile = (value: string): boolean => MOBILE.test(value);

/** The path value `mobile`. */
export const mobileInPath = (call: Call): string => {
  const mobile = call.params['mobile'] ?? '';
  return isMobile(mobile) ? mobile : invalid(call, 'mobile');
};

export const asUserType = (call: Visit, value: Json | undefined): UserType =>
  value === 'subAgent' || value === 'customer' ? value : invalid(call, 'user.type');
