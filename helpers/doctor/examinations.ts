import type { Exchange } from '../core/exchange.ts';
import { examineCredentials, examineFunds, examinePlainRead, examineSecondAgent } from './access.ts';
import { examineCallbacks } from './callbacks.ts';
import { examineDescription } from './description.ts';
import { untried, type Examination, type Diagnosis, type DoctorContext } from './diagnosis.ts';
import { examineFolders } from './folders.ts';
import { examineMeans, examinePermissions } from './permissions.ts';
import { examineSignature } from './signature.ts';
import { examineOtpSource, type Surroundings } from './otp.ts';
import { compareClocks, examineAddress } from './addresses.ts';

const toAsyncExamination = (examine: (context: DoctorContext) => Diagnosis) => (context: DoctorContext) =>
  Promise.resolve(examine(context));

/** In the order of the report. No examination has an effect or gives a verdict. */
export function openExaminations(surroundings: Surroundings): readonly Examination[] {
  /** The answer to the token request; its Date is compared with our clock. */
  let first: { readonly exchange: Exchange; readonly at: number } | null = null;
  const examineToken = async (context: DoctorContext): Promise<Diagnosis> => {
    const stopListening = context.target.onExchange((exchange) => (first ??= { exchange, at: context.now() }));
    const finding = await examineCredentials(context, 'agent');
    stopListening();
    return finding;
  };
  const examineClock = (): Diagnosis => (first === null ? untried('no answer came') : compareClocks(first.exchange, first.at));
  return [
    { name: 'auth address', needs: [], examine: (context) => examineAddress(context, 'DMT_AUTH_URL', context.config.target.authUrl) },
    { name: 'base address', needs: [], examine: (visit) => examineAddress(visit, 'DMT_BASE_URL', visit.config.target.baseUrl) },
    { name: 'credentials', needs: ['auth address'], examine: examineToken },
    { name: 'clock', needs: ['auth address'], examine: toAsyncExamination(examineClock) },
    { name: 'second agent', needs: ['auth address', 'credentials'], examine: examineSecondAgent },
    { name: 'plain read', needs: ['base address', 'credentials'], examine: examinePlainRead },
    { name: 'funds', needs: ['base address', 'credentials', 'plain read'], examine: examineFunds },
    { name: 'description', needs: ['base address', 'credentials'], examine: examineDescription },
    { name: 'OTP source', needs: [], examine: (context) => examineOtpSource(context, surroundings) },
    { name: 'callbacks', needs: [], examine: examineCallbacks },
    { name: 'folders', needs: [], examine: toAsyncExamination(examineFolders) },
    { name: 'people', needs: [], examine: toAsyncExamination(examineMeans) },
    { name: 'permissions', needs: [], examine: toAsyncExamination(examinePermissions) },
    { name: 'signature', needs: [], examine: toAsyncExamination(examineSignature) },
  ];
}
