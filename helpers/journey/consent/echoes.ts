import { apiCodes } from '../../../specs/codes.ts';
import type { Call } from '../../client/http/call.ts';
import { keepNewest } from '../../consent/keep-newest.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Echo, Memory } from '../setup/memory.ts';
import { mostWrongInRow } from '../setup/person-memory.ts';
import type { Person } from '../setup/person.ts';

interface EchoedChallenge {
  readonly echo: Echo;
  readonly state: string;
}

/**
 * The source shows the code of an older challenge, as where it lags, or where the service sends one code again. Once the service has refused
 * such a code, no other one is sent, and none is sent where it may be one wrong code too many.
 */
export function noteEcho({ memory }: Pick<Dependencies, 'memory'>, person: Person, { echo, state }: EchoedChallenge): void {
  const isTaken = memory.codesRepeat[echo];
  if (isTaken === false || (isTaken === null && memory.of(person).wrongInRow >= mostWrongInRow))
    throw blocked(
      'otp-source',
      `the source shows an older code of the ${person.role} for a new challenge: check DMT_OTP_URL or DMT_OTP_COMMAND, or raise DMT_PENDING_TIMEOUT_MS`,
      'configuration',
    );
  memory.echoes.set(state, echo);
  keepNewest(memory.echoes);
}

/** Learns from a refusal that the code of an older challenge is not taken once more. A code that was changed on purpose says nothing. */
export function noteRefusedEcho({ echoes, codesRepeat }: Memory, { consent, payload, wrongCode }: Call, { code }: Reply): void {
  if (code !== apiCodes.wrongOtpOrMpin || wrongCode !== undefined) return;
  const sent = `${consent ?? ''} ${JSON.stringify(payload ?? null)}`;
  for (const [state, echo] of echoes) if (sent.includes(state)) codesRepeat[echo] ??= false;
}
