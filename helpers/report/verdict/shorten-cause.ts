import { shortenAtWord } from '../../core/text.ts';

const longest = 80;

/** What to do about it stands behind the colon. The reports have it where both are too long, or where the words go on behind them. */
export function shortenCause(cause: string, goesOn = false): string {
  const [what = ''] = cause.split(': ', 1);
  return !goesOn && cause.length <= longest ? cause : shortenAtWord(what, longest);
}
