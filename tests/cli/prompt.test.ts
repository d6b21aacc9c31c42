import { describe, expect, test } from 'vitest';
import { joinWrapped, listTooWide } from '../program/terminal.ts';
import { atTheTerminal } from '../program/typing.ts';

describe('codes typed at a terminal', () => {
  test('are requested by purpose and mobile while the rest of the run continues', async () => {
    const { code, prompts, verdict, screen } = await atTheTerminal(['OP-2', 'OP-4', 'OP-6'], async ({ code: read }, { type }) => {
      type(`${await read()}\r`);
    });
    expect({ code, verdict: verdict.verdict }).toEqual({ code: 0, verdict: 'judged-in-part' });
    expect(listTooWide(screen)).toEqual([]);
    // Circumstances that take further codes are left out where a person types them.
    expect(verdict.binding.notJudged.map(({ clause }) => clause)).toEqual([
      'OP4-STATUS-TRUE',
      'OP4-TAG-KEPT',
      'OP6-LISTED-ONCE',
      'OP7-LISTED-UNDER-ID',
      'CONSENT-NONE-WHERE-OTP',
      'CONSENT-MISSING',
      'OP7-LISTED-AS-SENT',
      'OP13-ACTIVATES',
      'OP13-ACTIVATES-ONLY-THAT',
      'OP13-FALSE-DOES-NOT-ACTIVATE',
      'AUTH-SECOND-FACTOR',
      'CODE-4170',
    ]);
    const wrongMpins = verdict.checks.filter(({ id }) => id.startsWith('CODE-4170~wrong-mpin'));
    expect(wrongMpins.map(({ id, verdict: ended }) => `${id} ${ended}`)).toEqual([
      'CODE-4170~wrong-mpin-OP-6 pass',
      'CODE-4170~wrong-mpin-OP-4 pass',
    ]);
    expect(prompts.map(({ nth }) => nth)).toEqual(prompts.map((_, index) => index + 1));
    expect(Math.abs(prompts.length - (prompts[0]?.expected ?? 0))).toBeLessThanOrEqual(2);
    expect(prompts.map(({ purpose }) => purpose)).toEqual(
      expect.arrayContaining(['OP-4 tag the customer', 'OP-4 tag the new customer', 'OP-4 with a wrong MPIN']),
    );
    expect(verdict.codes.map(({ source, missing }) => `${source} ${missing}`)).toEqual(prompts.map(() => 'prompt null'));
    const torn = screen.split('\n').filter((line) => line.includes('· mobile …') && line.split('\u001b[2K').at(-1)?.includes('judge'));
    expect(torn).toEqual([]);
  });

  test('are requested once more after one that is refused, and nobody is blamed for the mistake', async () => {
    const { code, prompts, verdict, screen } = await atTheTerminal(['OP4-SERVED'], async ({ nth, code: read }, { type }) => {
      type(`${nth === 1 ? '000000' : await read()}\r`);
    });
    expect({ code, verdict: verdict.verdict, blocked: verdict.counts.blocked }).toMatchObject({ code: 0, blocked: 0 });
    const [first] = prompts;
    const again = prompts.filter(({ purpose, mobile }) => purpose === first?.purpose && mobile === first.mobile);
    expect(again).toHaveLength(2);
    expect(joinWrapped(screen).match(/the code for mobile …\d{4} was refused/g)).toHaveLength(1);
  });
});
