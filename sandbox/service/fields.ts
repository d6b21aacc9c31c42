import type { UserType } from '../state/store.ts';
import { refuse, type AgentContext, type RequestContext } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';

const refuseInvalid = (context: RequestContext, name: string): never => refuse(context.policy.refusals.invalidValue, `${name}.invalid`);

export function textField(context: RequestContext, name: string, pattern: RegExp, from: Json | undefined = context.request.body): string {
  const value = field(from, name);
  return typeof value === 'string' && pattern.test(value) ? value : refuseInvalid(context, name);
}

/** A repeated query parameter must have equal values. */
export function queryValue(context: RequestContext, name: string): string | undefined {
  const [first, ...others] = context.request.query.getAll(name);
  return others.every((other) => other === first) ? first : refuseInvalid(context, name);
}

const MOBILE = /^[1-9]\d{9}$/;

export const isMobile = (value: string): boolean => MOBILE.test(value);

export const mobileInPath = (context: AgentContext): string => {
  const mobile = context.params['mobile'] ?? '';
  return isMobile(mobile) ? mobile : refuseInvalid(context, 'mobile');
};

export const asUserType = (context: RequestContext, value: Json | undefined): UserType =>
  value === 'subAgent' || value === 'customer' ? value : refuseInvalid(context, 'user.type');
