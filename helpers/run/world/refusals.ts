import { requestTransfer, senderDetail, setMpin } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { usable } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { notServed } from '../../judge/served.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import type { Session } from '../session.ts';
import { step, type Step } from '../step.ts';
import { attempt, plainCall, schemeOf, type Scene, type Tried } from './attempt.ts';
import { accountsOf, balanceReader, idleAccounts, type Accounts } from './balance.ts';
import { newChallenge, type Challenge } from './challenge.ts';
import { consentOf } from './consent.ts';
import { withGuess } from './guess.ts';
import type { Kit } from './kit.ts';
import { mpinCall } from './mpin.ts';
import type { Onboarding } from './onboarding.ts';
import { attemptKey, attemptsOn, type Attempt, type Foreign } from './refusal-list.ts';
import { detailOf, readDetail, currentDetail, type Detail, type Sender } from './sender.ts';
import type { Story } from './story.ts';

/** What the sender had before and after one call, in OP-14. */
export interface Around {
  readonly before: Accounts;
  readonly after: Accounts;
}

/** Calls that ought to be refused, tried on the customer when everything else is told of it. */
export interface Refusals {
  readonly attempts: readonly Attempt[];
  readonly whole: Step<void>;
  /** By `attemptKey`. */
  readonly tried: ReadonlyMap<string, Step<Tried>>;
  /** Around each of them that asks for a transfer. */
  readonly around: ReadonlyMap<string, Step<Around>>;
  readonly opening: Step<Detail>;
  /** OP-6 with the code that the others were tried with; once more with a new one where that was used up. */
  readonly closing: Step<Detail>;
  /** And once more with nothing in between, for whoever is about to accuse. */
  readonly idle: Step<Detail>;
  /** The accounts of OP-7 calls that were refused for their consent. */
  readonly accountsRefusedForConsent: (session: Session) => Promise<readonly string[]>;
  readonly wrongTransfer: { readonly reply: Step<Reply>; readonly around: Step<Around> };
}

interface Parts {
  readonly kit: Kit;
  readonly customer: Story;
  readonly subAgent: Onboarding;
  readonly foreign: Foreign;
  readonly mpinSender: Step<Sender>;
  /** Everything else that is told of the customer, and what is foreign to it. */
  readonly follows: readonly Step<unknown>[];
}

interface Closed {
  readonly detail: Detail;
  /** The code was still right in the end, so nothing was refused for it. */
  readonly live: boolean;
}

/** The scene, once the customer has been read; its steps are done before the turn is taken, or read in it. */
function sceneOf({ kit, customer }: Parts, opening: Step<Detail>): Step<Scene> {
  return step('the scene of refusals', async (session) => {
    const scheme = await session.after(customer.usual.scheme);
    const sender = await session.use(customer.sender);
    const transferScheme = scheme.ok ? usable(scheme.value, 'result.scheme', session.doubt) : sender.scheme;
    return { kit, sender, transferScheme, opening: await session.use(opening), payee: customer.beneficiaries.payee };
  });
}

interface Codes {
  readonly live: Step<Challenge>;
  readonly other: Step<Challenge>;
}

/** The consent an attempt is made with. */
async function consentFor(
  session: Session,
  scene: Scene,
  { consent, operation, otpOnly }: Attempt,
  codes: Codes,
): Promise<string | undefined> {
  const { kit, sender } = scene;
  const scheme = schemeOf(scene, operation.id);
  if (scheme === 'NONE' && typeof consent !== 'string') throw notApplicable('the scheme asks for no verification');
  if (otpOnly === true && scheme !== 'OTP') throw notApplicable(`the scheme is "${scheme}"`);
  if (scheme === 'NONE') return consentHeader.none;
  if (consent === 'fresh') {
    const { code, state } = await newChallenge(kit, session, sender.person);
    return consentOf(kit, sender.person, code, state);
  }
  const live = await session.use(codes.live);
  if (consent === 'live') return consentOf(kit, sender.person, live.code, live.state);
  return consent({ live, other: () => session.use(codes.other) });
}

const tryOut = (scene: Step<Scene>, codes: Codes, one: Attempt): Step<Tried> =>
  step(`${one.operation.id}: ${one.way}`, async (session) => {
    const at = await session.use(scene);
    const call = await one.change(await plainCall(at, one.operation, session), at, session);
    const consent = await consentFor(session, at, one, codes);
    return attempt(at, session, one.operation, consent === undefined ? call : { ...call, consent });
  });

const asksForTransfer = ({ operation }: Attempt): boolean => operation.id === requestTransfer.id;

/** Closes with the code that was tried all along; where it was used up, `again` is done with codes of their own, and then a new one closes. */
function closingOf(kit: Kit, scene: Step<Scene>, live: Step<Challenge>, again: readonly Step<unknown>[]): Step<Closed> {
  return step('the customer after refused calls', async (session) => {
    const { sender } = await session.use(scene);
    const { senderId, subAgentTagId, person, scheme } = sender;
    if (scheme !== 'NONE') {
      const { code, state, accepted } = await session.use(live);
      const call = { path: { senderId }, query: { subAgentTagId }, consent: consentOf(kit, person, code, state) };
      const reply = await session.probe(senderDetail, call);
      if (notServed(reply) === null) {
        accepted();
        return { detail: detailOf(kit, sender, reply), live: true };
      }
    }
    for (const each of again) await session.after(each);
    const read = await session.after(step('the customer after them', (inner) => readDetail(kit, inner, sender)));
    if (read.ok) return { detail: read.value, live: scheme === 'NONE' };
    throw blocked('sender-locked', 'the customer is refused with a right code after calls that were refused: probably locked', 'test-data');
  });
}

export function refusalsOf(parts: Parts): Refusals {
  const { kit, customer, subAgent, foreign, mpinSender, follows } = parts;
  const attempts = attemptsOn(foreign);
  const opening = step('the customer before refused calls', async (session) =>
    currentDetail(kit, session, await session.use(customer.sender)),
  );
  const scene = sceneOf(parts, opening);
  const codes: Codes = {
    live: step('a code for refused calls', async (session) => newChallenge(kit, session, (await session.use(customer.sender)).person)),
    other: step('a code of another mobile', async (session) => {
      await session.use(subAgent.tag);
      const challenge = await newChallenge(kit, session, subAgent.person);
      kit.memory.leftOver.set(subAgent.person.mobile, challenge);
      return challenge;
    }),
  };
  const first = new Map(attempts.map((one) => [attemptKey(one), tryOut(scene, codes, one)]));
  const own = new Map(
    attempts
      .filter(({ consent, way }) => consent === 'live' && way !== 'balance-session')
      .map((one) => [attemptKey(one), tryOut(scene, codes, { ...one, consent: 'fresh' })]),
  );
  // Answered with the code of the other mobile as well; on the sender of the suite's own, whose MPIN it would set.
  const otherMpin = step('OP-12: state-of-another', async (session): Promise<Tried> => {
    const { code, state } = await session.use(codes.other);
    return {
      reply: await session.probe(setMpin, mpinCall(kit, await session.use(mpinSender), code, state)),
      status: null,
      invoice: null,
      accountNo: null,
    };
  });
  const closed = closingOf(kit, scene, codes.live, [...own.values()]);

  let reader: ReturnType<typeof balanceReader> | undefined;
  const idleBalance = step('the balance before refused calls', async (session) => {
    reader = balanceReader(kit, (await session.use(scene)).sender, await session.use(opening));
    return idleAccounts([await reader.read(session), await reader.read(session)]);
  });
  const readBalance = async (session: Session): Promise<Accounts> => {
    await session.use(idleBalance);
    if (reader === undefined) throw blocked('unusable-answer', 'the balance cannot be read', 'service');
    return accountsOf(await reader.read(session));
  };
  const around = new Map<string, Step<Around>>();
  let last: Step<Accounts> = idleBalance;
  for (const one of attempts.filter(asksForTransfer)) {
    const before = last;
    const after = step(`the balance after ${one.way}`, async (session) => {
      await session.use(before);
      return readBalance(session);
    });
    around.set(
      attemptKey(one),
      step(`the balance around ${one.way}`, async (session) => ({ before: await session.use(before), after: await session.use(after) })),
    );
    last = after;
  }

  const wrongReply = step('OP-9 with a wrong code', async (session) => {
    const at = await session.use(scene);
    if (at.transferScheme === 'NONE') throw notApplicable('the scheme asks for no verification');
    const call = await plainCall({ ...at, opening: (await session.use(closed)).detail }, requestTransfer, session);
    return withGuess(kit, session, at.sender.person, ({ consent }) =>
      session.probe(requestTransfer, { ...call, consent, wrongCode: true }),
    );
  });
  let closingReader: ReturnType<typeof balanceReader> | undefined;
  const wrongBefore = step('the balance before a wrong code', async (session) => {
    closingReader = balanceReader(kit, (await session.use(scene)).sender, (await session.use(closed)).detail);
    return idleAccounts([await closingReader.read(session), await closingReader.read(session)]);
  });
  const wrongAround = step('the balance around a wrong code', async (session): Promise<Around> => {
    const before = await session.use(wrongBefore);
    await session.use(wrongReply);
    if (closingReader === undefined) throw blocked('unusable-answer', 'the balance cannot be read', 'service');
    return { before, after: accountsOf(await closingReader.read(session)) };
  });

  const whole = step('calls that ought to be refused', async (session) => {
    await session.behind(follows);
    const { person } = await session.use(customer.sender);
    const strangers: readonly Step<unknown>[] = [subAgent.tag, customer.beneficiaries.payee, foreign.added, foreign.detail, mpinSender];
    for (const each of strangers) await session.after(each);
    const order: readonly Step<unknown>[] = [
      idleBalance,
      ...attempts.map(attemptKey).flatMap((key): Step<unknown>[] => [first.get(key), around.get(key)].filter((part) => part !== undefined)),
      ...[otherMpin, closed, wrongBefore, wrongReply, wrongAround],
    ];
    // The other mobile's challenge stays open meanwhile, so nobody else may ask for one of its own.
    await kit.inTurn(subAgent.person, () =>
      kit.inTurn(person, async () => {
        for (const part of order) await session.after(part);
      }),
    );
  });
  const partOf = <T>(part: Step<T>): Step<T> =>
    step(part.name, async (session) => {
      await session.after(whole);
      return session.use(part);
    });
  const told = (one: Attempt): Step<Tried> =>
    step(`${one.operation.id}: ${one.way}`, async (session) => {
      await session.after(whole);
      const done = await session.after(closed);
      const again = own.get(attemptKey(one));
      const tried = again === undefined || (done.ok && done.value.live) ? first.get(attemptKey(one)) : again;
      if (tried === undefined) throw new Error(`expected an attempt ${attemptKey(one)}, received none: add it to refusal-list.ts`);
      return session.use(tried);
    });
  const closing = partOf(step('the customer after refused calls', async (session) => (await session.use(closed)).detail));
  return {
    attempts,
    whole,
    tried: new Map([...attempts.map((one) => [attemptKey(one), told(one)] as const), ['state-of-another-OP-12', partOf(otherMpin)]]),
    around: new Map([...around].map(([key, part]) => [key, partOf(part)])),
    opening: partOf(opening),
    closing,
    idle: step('the customer once more', async (session) => {
      await session.use(closing);
      const sender = await session.use(customer.sender);
      return kit.inTurn(sender.person, () => readDetail(kit, session, sender));
    }),
    accountsRefusedForConsent: async (session) => {
      const done = await Promise.all(attempts.filter(({ consent }) => typeof consent !== 'string').map((one) => session.after(told(one))));
      return done.flatMap((each) => (each.ok && each.value.reply.code !== 2000 ? (each.value.accountNo ?? []) : []));
    },
    wrongTransfer: { reply: partOf(wrongReply), around: partOf(wrongAround) },
  };
}
