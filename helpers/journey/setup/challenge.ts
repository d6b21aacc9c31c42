import type { Reply } from '../../judge/reply.ts';
import type { UsedCode } from '../../judge/served.ts';

export interface Challenge {
  readonly reply: Reply;
  readonly state: string;
  readonly code: string;
  readonly used: UsedCode;
  /** A wrong code was sent with its state. */
  readonly hadWrongTry?: true;
  /** Notes that the service took the code as right (reading 15). */
  readonly accepted: () => void;
}
