import { shortenAtWord } from '../../core/text.ts';

const longest = 80;

/** What to do about it stands behind the colon; where both are too long, the reports have it. */
export function shortenCause(cause: string): string {
  const [what = ''] = cause.split(': ', 1);
  return cause.length <= longest ? cause : shortenAtWord(what, longest);
}
