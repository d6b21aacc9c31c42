import { sure, sureId } from '../helpers/judge/fields.ts';
import { sameId } from '../helpers/core/same-id.ts';
import { mustEqual, mustHold } from '../helpers/judge/must.ts';
import { placeOf } from '../helpers/judge/reply.ts';
import { member, parseJson } from '../helpers/core/json.ts';
import { blocked, notApplicable, violation } from '../helpers/judge/stop.ts';
import { always, check, type ActiveCheck, type Stage, type Suite } from '../helpers/runner/check.ts';
import type { Added, Switched } from '../helpers/journey/beneficiary/beneficiary.ts';
import type { Listed, Detail } from '../helpers/journey/setup/detail.ts';
import type { CustomerJourney } from '../helpers/journey/customer/customer-journey.ts';
import { exercise } from './exercise.ts';
import { judgeMessage } from './otp.ts';

const senders: Readonly<Record<string, (stage: Stage) => CustomerJourney>> = {
  customer: ({ world }) => world.customer,
  'new-customer': ({ world }) => world.newcomer,
};

const needsOf = (who: string): 'sender' | 'own-sender' => (who === 'customer' ? 'sender' : 'own-sender');

const byId = ({ beneficiaries }: Detail, id: string): Listed | undefined =>
  beneficiaries.find(({ beneficiaryId }) => sameId(beneficiaryId, id));

const place = ({ index }: Listed, field: string): string => `result.beneficiaries[${index}].${field}`;

/** The entry that was added, found by what was sent. */
function entryOf(detail: Detail, added: Added): Listed {
  const ofAccount = detail.beneficiaries.filter(({ accountNumber }) => accountNumber === added.accountNo);
  const found =
    ofAccount.find(({ beneficiaryId }) => sameId(beneficiaryId, added.beneficiaryId)) ?? ofAccount[0] ?? byId(detail, added.beneficiaryId);
  if (found !== undefined) return found;
  mustList(detail);
  throw violation(
    'OP7-LISTED-AS-SENT',
    'the added account in the list',
    'a list without it',
    placeOf(detail.reply, 'result.beneficiaries'),
    null,
    null,
    'missing',
  );
}

function listedAsSent(who: string, story: (stage: Stage) => CustomerJourney): ActiveCheck {
  const head = {
    id: `OP7-LISTED-AS-SENT~${who}`,
    clause: 'OP7-LISTED-AS-SENT',
    title: `a ${who}'s beneficiary is listed as it was sent`,
  } as const;
  return check({ ...head, needs: needsOf(who) }, async (stage) => {
    const added = await stage.use(story(stage).beneficiaries.added);
    const detail = await stage.use(story(stage).beneficiaries.listed);
    const entry = entryOf(detail, added);
    mustEqual('OP7-LISTED-AS-SENT', detail.reply, place(entry, 'accountNumber'), added.accountNo);
    mustEqual('OP7-LISTED-AS-SENT', detail.reply, place(entry, 'ifscCode'), added.ifscCode);
    mustEqual('OP7-LISTED-AS-SENT', detail.reply, place(entry, 'accountHolderName'), added.name);
  });
}

function listedUnderId(who: string, story: (stage: Stage) => CustomerJourney): ActiveCheck {
  const head = {
    id: `OP7-LISTED-UNDER-ID~${who}`,
    clause: 'OP7-LISTED-UNDER-ID',
    title: `a ${who}'s beneficiary is listed under its id`,
  } as const;
  return check({ ...head, needs: needsOf(who) }, async (stage) => {
    const added = await stage.use(story(stage).beneficiaries.added);
    const detail = await stage.use(story(stage).beneficiaries.listed);
    const id = sureId(added.reply, 'result.beneficiaryId');
    const entry = entryOf(detail, added);
    const listed = sureId(detail.reply, place(entry, 'beneficiaryId'));
    mustHold('OP7-LISTED-UNDER-ID', sameId(listed, id), id, listed, placeOf(detail.reply, place(entry, 'beneficiaryId')));
  });
}

/** A list that is itself broken says nothing of what is missing from it. */
function mustList({ reply }: Detail): void {
  sure(reply, 'result.beneficiaries');
  const hidden = reply.payload.findings.find(({ place: where }) => where.startsWith('result.beneficiaries['));
  if (hidden !== undefined) throw blocked(hidden.clause, `${hidden.place} holds ${hidden.received}`, 'service');
}

/** The entry that was switched, or the reason why it cannot be looked at. */
function switched({ accountNo }: Added, { after, beneficiaryId }: Switched): Listed {
  const entry = byId(after, beneficiaryId);
  if (entry === undefined) {
    mustList(after);
    const isListed = after.beneficiaries.some(({ accountNumber }) => accountNumber === accountNo);
    throw blocked(isListed ? 'OP7-LISTED-UNDER-ID' : 'OP7-LISTED-AS-SENT', 'the beneficiary is not found in the list', 'service');
  }
  sure(after.reply, place(entry, 'status'));
  return entry;
}

function activates(who: string, story: (stage: Stage) => CustomerJourney): ActiveCheck {
  const head = {
    id: `OP13-ACTIVATES~${who}`,
    clause: 'OP13-ACTIVATES',
    title: `a ${who}'s beneficiary is active once it was activated`,
  } as const;
  return check({ ...head, needs: needsOf(who) }, async (stage) => {
    const activated = await stage.use(story(stage).beneficiaries.activated);
    const entry = switched(await stage.use(story(stage).beneficiaries.added), activated);
    mustEqual('OP13-ACTIVATES', activated.after.reply, place(entry, 'status'), 'true');
  });
}

/** The other beneficiaries whose status is not what it was. */
function othersChanged({ before, after, beneficiaryId }: Switched): Listed[] {
  const others = before.beneficiaries.filter((each) => !sameId(each.beneficiaryId, beneficiaryId));
  if (others.length === 0) throw notApplicable('the sender has no other beneficiary');
  return others.filter((each) => (byId(after, each.beneficiaryId)?.active ?? each.active) !== each.active);
}

const askedToActivate = (body: string | undefined): boolean => member(parseJson(body ?? ''), 'object') === true;

export const beneficiary: Suite = {
  name: 'Beneficiaries',
  area: 'Business operations',
  checks: [
    ...Object.entries(senders).flatMap(([who, story]) => [listedAsSent(who, story), listedUnderId(who, story), activates(who, story)]),
    check(
      {
        id: 'OP13-ACTIVATES-ONLY-THAT~customer',
        clause: 'OP13-ACTIVATES-ONLY-THAT',
        title: 'activating one beneficiary changes no other',
        needs: 'sender',
      },
      async ({ use, world }) => {
        const activated = await use(world.customer.beneficiaries.activated);
        switched(await use(world.customer.beneficiaries.added), activated);
        const changed = othersChanged(activated);
        const told = `another status for ${changed.map(({ beneficiaryId }) => beneficiaryId).join(', ')}`;
        mustHold('OP13-ACTIVATES-ONLY-THAT', changed.length === 0, 'every other status as before', told, 'result.beneficiaries');
      },
    ),
    check(
      {
        id: 'OP13-FALSE-DOES-NOT-ACTIVATE~customer',
        clause: 'OP13-FALSE-DOES-NOT-ACTIVATE',
        title: 'asking with false activates nothing',
        needs: 'sender',
      },
      async ({ use, observe, world }) => {
        const off = await use(world.customer.beneficiaries.switchedOff);
        const entry = switched(await use(world.customer.beneficiaries.added), off);
        // Where nobody else waits for activation, beneficiaries may be active from the start.
        const waits = !entry.active || off.after.beneficiaries.some(({ active }) => !active);
        observe(`a new beneficiary is ${waits ? 'inactive' : 'active'} before OP-13`);
        if (waits) mustEqual('OP13-FALSE-DOES-NOT-ACTIVATE', off.after.reply, place(entry, 'status'), 'false');
      },
    ),
    always(
      {
        id: 'OP13-MESSAGE-KEY~success',
        clause: 'OP13-MESSAGE-KEY',
        operation: 'OP-13',
        title: 'an activation is told with its message key',
        needs: 'sender',
      },
      exercise['OP-13'],
      (reply) => (askedToActivate(reply.exchange.request.body?.text) ? judgeMessage('activate.beneficiary.success')(reply) : null),
    ),
  ],
};
