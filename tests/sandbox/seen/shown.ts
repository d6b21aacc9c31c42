import type { Json } from '../../../sandbox/http/json.ts';
import type { Partner } from '../support/partner.ts';

/** A short sequence of calls, and the result that only the fault yields, never the honest service. */
export interface Shown {
  see: (me: Partner) => Promise<Json | undefined>;
  wrong: Json;
}

export const shown = (wrong: Json, see: Shown['see']): Shown => ({ see, wrong });
