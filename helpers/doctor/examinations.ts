import type { Exchange } from '../core/exchange.ts';
import { credentials, funds, plainRead, secondAgent } from './access.ts';
import { callbacks } from './callbacks.ts';
import { description } from './description.ts';
import { untried, type Examination, type Diagnosis, type DoctorContext } from './diagnosis.ts';
import { folders } from './folders.ts';
import { meansToTry, permissions } from './permissions.ts';
import { otpSource } from './otp.ts';
import { clockOf, reach } from './addresses.ts';

export interface Surroundings {
  /** Where commands are looked for. */
  readonly path: string;
  readonly terminal: boolean;
}

const plain = (finding: (visit: DoctorContext) => Diagnosis) => (visit: DoctorContext) => Promise.resolve(finding(visit));

/** Everything that is looked at before a run, in the order it is told. Nothing of it has an effect, and nothing is a verdict. */
export function openExaminations(surroundings: Surroundings): readonly Examination[] {
  /** The answer to the token request, whose time is compared. */
  let first: { readonly exchange: Exchange; readonly at: number } | null = null;
  const token = async (visit: DoctorContext): Promise<Diagnosis> => {
    const off = visit.target.onExchange((exchange) => (first ??= { exchange, at: visit.now() }));
    const finding = await credentials(visit, 'agent');
    off();
    return finding;
  };
  const clock = (): Diagnosis => (first === null ? untried('nothing was answered') : clockOf(first.exchange, first.at));
  return [
    { name: 'auth address', needs: [], examine: (visit) => reach(visit, 'DMT_AUTH_URL', visit.config.target.authUrl) },
    { name: 'base address', needs: [], examine: (visit) => reach(visit, 'DMT_BASE_URL', visit.config.target.baseUrl) },
    { name: 'credentials', needs: ['auth address'], examine: token },
    { name: 'clock', needs: ['auth address'], examine: plain(clock) },
    { name: 'second agent', needs: ['auth address', 'credentials'], examine: secondAgent },
    { name: 'plain read', needs: ['base address', 'credentials'], examine: plainRead },
    { name: 'funds', needs: ['base address', 'credentials', 'plain read'], examine: funds },
    { name: 'description', needs: ['base address', 'credentials'], examine: description },
    { name: 'OTP source', needs: [], examine: (visit) => otpSource(visit, surroundings) },
    { name: 'callbacks', needs: [], examine: callbacks },
    { name: 'folders', needs: [], examine: plain(folders) },
    { name: 'people', needs: [], examine: plain(meansToTry) },
    { name: 'permissions', needs: [], examine: plain(permissions) },
  ];
}
