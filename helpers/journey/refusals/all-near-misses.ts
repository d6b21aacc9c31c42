import { schemeAt } from '../../judge/fields.ts';
import { step, type Step } from '../../session/session.ts';
import type { RefusalContext } from '../calls/refusal-context.ts';
import { buildConsent } from '../consent/send-with-code.ts';
import { findStandingMpin } from '../consent/unknown-mpin.ts';
import { requireMpin, type MpinConsent } from '../mpin/mpin-consent.ts';
import { withMpin } from '../mpin/mpin-transfer.ts';
import type { SecondMpin } from '../mpin/second-mpin.ts';
import { findNewestDetail, readDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { readTransferScheme } from '../transfer/transfer.ts';
import { nearMisses, needsMpinSender, type NearMiss } from './near-miss-list.ts';
import { createNearMisses, type NearMisses } from './near-misses.ts';
import type { RefusalGroup } from './refusal-group.ts';
import type { Refusals } from './refusals.ts';

interface AllNearMissesParts {
  readonly refusals: Refusals;
  readonly mpinSender: Step<Sender>;
  readonly mpinConsent: MpinConsent;
  readonly secondMpin: SecondMpin;
  /** What comes before those of each sender. */
  readonly follows: Readonly<Record<'mpinSender' | 'spare', () => readonly Step<unknown>[]>>;
  readonly paid: Step<unknown>;
}

/** In each turn of the MPIN sender its right codes carry the MPIN too: a code alone may not end a row of wrong MPINs. */
const withMpinInTurns = (deps: Dependencies): Dependencies => ({
  ...deps,
  inTurn: (person, run) => deps.inTurn(person, () => withMpin(deps, person, run)),
});

/** The MPIN sender as the sender of refused calls, with the beneficiary that it got with its right MPIN. */
const createMpinContext = (deps: Dependencies, { mpinSender, mpinConsent, secondMpin }: AllNearMissesParts): Step<RefusalContext> =>
  step('the MPIN sender before codes that are nearly right', async (session) => {
    const sender = await session.use(mpinSender);
    const payee = mpinConsent.elsewhere.stillRight;
    await session.use(payee);
    deps.wrongCodeBudget.mustHaveLeft('nearly-right');
    // Wrong MPINs come before, and a right code must come between them and further wrong ones.
    const newest = secondMpin.whole.isRequested() ? await session.after(secondMpin.newer) : null;
    const held = newest?.ok === true ? findNewestDetail(deps, sender) : null;
    return deps.inTurn(sender.person, async () => {
      const reply = await readTransferScheme(session, sender, deps.people.paymentSource);
      const transferScheme = schemeAt(reply, session.doubt);
      const detail = held ?? (await readDetail(deps, session, sender));
      return { deps, sender, transferScheme, openingDetail: detail, listedBefore: detail, payee };
    });
  });

function createOnMpinSender(ownDeps: Dependencies, parts: AllNearMissesParts, rows: readonly NearMiss[]): NearMisses {
  const { mpinConsent, paid, follows } = parts;
  const deps = withMpinInTurns(ownDeps);
  return createNearMisses({
    deps,
    rows,
    paid,
    name: 'codes and MPINs that are nearly right',
    context: createMpinContext(deps, parts),
    mpin: ({ person }) => findStandingMpin(deps, person) ?? requireMpin(deps),
    writeConsent: step('the form of a right MPIN', async (session) => {
      const form = await session.use(mpinConsent.form);
      return ({ otp, mpin }, state) => form(otp, state, mpin);
    }),
    follow: (session) => session.afterRequested(follows.mpinSender()),
  });
}

function createOnSpare(
  deps: Dependencies,
  { context }: RefusalGroup,
  { paid, follows }: AllNearMissesParts,
  rows: readonly NearMiss[],
): NearMisses {
  return createNearMisses({
    deps,
    rows,
    paid,
    name: 'codes that are nearly right',
    context,
    mpin: () => '',
    writeConsent: step('the form of a right code', async (session) => {
      const { person } = (await session.use(context)).sender;
      return ({ otp }, state) => buildConsent(deps, person, otp, state);
    }),
    follow: (session) => session.afterRequested(follows.spare()),
  });
}

export interface AllNearMisses extends Pick<NearMisses, 'results' | 'controls'> {
  /** One for each sender. */
  readonly groups: readonly NearMisses[];
}

/** On the MPIN sender, and side by side on a spare sender where there are enough spare mobiles. */
export function createAllNearMisses(deps: Dependencies, parts: AllNearMissesParts): AllNearMisses {
  const { shortest } = parts.refusals;
  if (shortest === null) {
    const all = createOnMpinSender(deps, parts, nearMisses);
    return { ...all, groups: [all] };
  }
  const onMpinSender = createOnMpinSender(deps, parts, nearMisses.filter(needsMpinSender));
  const onSpare = createOnSpare(
    deps,
    shortest,
    parts,
    nearMisses.filter((row) => !needsMpinSender(row)),
  );
  return {
    results: new Map([...onMpinSender.results, ...onSpare.results]),
    controls: new Map([...onMpinSender.controls, ...onSpare.controls]),
    groups: [onSpare, onMpinSender],
  };
}
