import { describe, expect, test } from 'vitest';
import { findOnboarding, isOurs, collectWords, type RequestedOnboarding, type OwnPeople } from '../../helpers/callback/own-callbacks.ts';
import { openInbox, type Inbox } from '../../helpers/callback/inbox.ts';
import type { Received } from '../../helpers/callback/received.ts';
import { customerBody, customerResult, MOBILE, PARENT, received, TAG } from './samples.ts';

const common = { name: 'Artificial Person', requestedAt: null, completedAt: null, tagsAreDoubtful: false };
const customer: RequestedOnboarding = { ...common, userType: 'customer', mobile: MOBILE, tagId: TAG, subAgentTag: PARENT };
const subAgent: RequestedOnboarding = { ...common, userType: 'subAgent', mobile: '9990000104', tagId: PARENT, subAgentTag: '' };
const ours: OwnPeople = { asked: [customer, subAgent], mobiles: ['9990000001'], tags: [PARENT] };

const mentioned = (body: unknown, more: Partial<Received> = {}): boolean => isOurs(collectWords(received(body, more)), ours);

describe('a request is ours when it mentions one of our mobiles or tags', () => {
  test.each([
    ['a number', { mobile: Number(MOBILE) }],
    ['text', { mobile: MOBILE }],
    ['a mobile nobody was onboarded with', 'call 9990000001 now'],
    ['a country code', `+91${MOBILE}`],
    ['another spelling of the number', '{"mobile":9.990000103E9}'],
    ['escaped digits', `{"mobile":"\\u0039${MOBILE.slice(1)}"}`],
    ['a tag in upper case', { senderId: TAG.toUpperCase() }],
    ['deep inside', { a: [{ b: { c: [Number(MOBILE)] } }] }],
    ['a form', `mobile=${MOBILE}&x=y`],
  ])('in the body: %s', (_, body) => {
    expect(mentioned(body)).toBe(true);
  });

  test('in the address', () => {
    expect(mentioned('', { url: `/callback?mobile=${MOBILE}` })).toBe(true);
  });

  test('in bytes that are not text', () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(MOBILE)]);
    expect(mentioned('', { body: { text: bytes.toString('base64'), encoding: 'base64' } })).toBe(true);
  });

  test.each([
    ['a longer number', { account: `1${MOBILE}1` }],
    ['another mobile', { mobile: 9990000999 }],
    ['nothing', ''],
  ])('and not by %s', (_, body) => {
    expect(mentioned(body)).toBe(false);
  });
});

describe('a callback is about the onboarding that most of it agrees with', () => {
  const whom = (change: Record<string, unknown>): RequestedOnboarding | null => {
    const result = { ...customerResult, ...change };
    return findOnboarding(collectWords(received({ ...customerBody, result })), result, ours.asked);
  };

  test.each([
    ['as it is', {}, customer],
    ['with the mobile of another', { mobile: 9990000999 }, customer],
    ['with the mobile of the sub-agent', { mobile: 9990000104 }, customer],
    ['with the tag of another', { senderId: '00000000-0000-4000-8000-000000000000' }, customer],
    ['with the other user type', { userType: 'subAgent' }, customer],
    ['with nothing of it', { mobile: 1, senderId: 'x', subAgentTag: 'y' }, null],
  ])('%s', (_, change, expected) => {
    expect(whom(change)).toBe(expected);
  });
});

function opened(): { inbox: Inbox; recorded: string[] } {
  const recorded: string[] = [];
  const inbox = openInbox(({ body }) => `c${recorded.push(body.text)}`);
  return { inbox, recorded };
}

describe('the inbox', () => {
  test('records our callbacks and counts the rest', () => {
    const { inbox, recorded } = opened();
    inbox.learn(ours);
    inbox.take(received(customerBody), 'fresh');
    inbox.take(received({ mobile: 1 }), 'fresh');
    expect([recorded.length, inbox.strangers()]).toEqual([1, 1]);
    expect(inbox.ours()).toMatchObject([{ exchange: 'c1', about: customer, age: 'fresh' }]);
  });

  test('checks earlier callbacks again when a tag becomes known', () => {
    const { inbox } = opened();
    inbox.take(received(customerBody), 'old');
    expect([inbox.ours().length, inbox.strangers()]).toEqual([0, 1]);
    inbox.learn(ours);
    expect([inbox.ours().length, inbox.strangers()]).toEqual([1, 0]);
  });

  test('keeps our callback among a thousand strangers, and no more than it can hold', () => {
    const { inbox, recorded } = opened();
    inbox.learn(ours);
    for (let n = 0; n < 1000; n += 1) inbox.take(received({ n }), 'fresh');
    for (let n = 0; n < 2000; n += 1) inbox.take(received(customerBody), 'fresh');
    expect([recorded.length, inbox.ours().length, inbox.strangers()]).toEqual([1000, 1000, 1000]);
  });

  test('has room for one person when the other has sent more than it can hold', () => {
    const { inbox } = opened();
    inbox.learn(ours);
    for (let n = 0; n < 2000; n += 1) inbox.take(received(customerBody), 'fresh');
    inbox.take(received({ mobile: 9990000104 }), 'fresh');
    expect(inbox.ours().filter(({ about }) => about === subAgent).length).toBe(1);
  });

  test('wakes waiting callers at an arrival and at the timeout', async () => {
    const { inbox } = opened();
    inbox.learn(ours);
    const waited = inbox.until(() => inbox.ours().length === 2, 60_000);
    inbox.take(received(customerBody), 'fresh');
    inbox.take(received(customerBody), 'fresh');
    expect(await waited).toBe(true);
    expect(await inbox.until(() => inbox.ours().length === 3, 1)).toBe(false);
    await inbox.untilSilent(1, 60_000);
  });
});
