import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packFiles, UnusableArchive } from '../../helpers/bundle/archive.ts';
import { manifestName } from '../../helpers/bundle/manifest.ts';
import type { Verified } from '../../helpers/bundle/verify.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { packBytes, packData } from '../../helpers/report/allure/page/pack.ts';
import { unpackPage, type UnpackedPage } from '../../helpers/report/allure/page/shell.ts';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { combine } from '../../sandbox/twists/twists.ts';
import { clauses } from '../../specs/clauses.ts';
import {
  packBundle,
  claimThisRelease,
  forge,
  readJournals,
  unpackBundle,
  renderAgain,
  sealBundle,
  verified,
  type Editable,
  type Journals,
} from './forgery.ts';
import { recordedRun, reportedRun } from './recorded.ts';
import { someOf } from '../some-of.ts';

async function repackPage({ shell, program, data }: UnpackedPage): Promise<string> {
  const [packedProgram, packedData] = await Promise.all([packBytes(program), packData(data)]);
  return shell
    .replace('id="packed-program">', (opening) => `${opening}${packedProgram}`)
    .replace('id="packed-data">', (opening) => `${opening}${packedData}`);
}

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519').privateKey;
const nonce = 'artificial-nonce';
/** The smallest run for the edits below, since each is judged about two hundred times. `again.test.ts` has whole runs. */
const selection = { DMT_CHECKS: 'AUTH-401~unknown-token-*,OP-2,OP9-SERVED,OP11-RESULT-*,OP14-RESULT-*,OP15-SERVED,SWAGGER' };

const folders: string[] = [];

/** From a service with two faults: unsigned and signed. From an honest one, made before. */
let unsigned: Buffer = Buffer.alloc(0);
let signed: Buffer = unsigned;
let earlier: Buffer = unsigned;
let withPage: Buffer = unsigned;

const card = 'cards/AUTH-401.html';
const passive = 'OP11-RESULT-IS-DELAYED~boolean-text';
const active = 'AUTH-401~unknown-token-OP-15';

beforeAll(async () => {
  const twists = ['op15-takes-any-token', 'op11-result-isdelayed-is-no'].flatMap((id) => faults.get(id)?.twist ?? []);
  const [one, other] = twists;
  if (one === undefined || other === undefined) throw new Error('expected two faults with a twist, received fewer');
  const early = await recordedRun({}, { ...selection, DMT_NONCE: 'another-nonce' });
  const wrong = await recordedRun({ twist: combine(one, other) }, { ...selection, DMT_NONCE: nonce });
  const paged = await reportedRun({ twist: combine(one, other) }, selection);
  folders.push(early, wrong, paged);
  for (const folder of [early, wrong]) await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
  [earlier, unsigned, signed, withPage] = [
    packBundle(early, null),
    packBundle(wrong, null),
    packBundle(wrong, privateKey),
    packBundle(paged, null),
  ];
}, 60_000);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const found = ({ tampered, differs, nonce }: Verified): boolean =>
  tampered.length + differs.length > 0 || (nonce !== null && nonce !== 'this');

const expectFound = async (
  bytes: Buffer,
  ...rest: readonly [...(Parameters<typeof verified> extends [Buffer, ...infer Rest] ? Rest : never)]
): Promise<void> => {
  const ended = await verified(bytes, ...rest).catch((error: unknown) => error);
  expect(ended instanceof UnusableArchive || found(ended as Verified)).toBe(true);
};

test('an unchanged bundle is intact, signed or not, with its page or without', async () => {
  for (const bytes of [unsigned, earlier, withPage]) expect(await verified(bytes)).toMatchObject({ tampered: [], differs: [] });
  expect(await verified(signed, publicKey, nonce)).toMatchObject({ tampered: [], differs: [], verdict: { verdict: 'non-conformant' } });
  expect((await verified(signed)).notes.join()).toContain('SHA256:');
});

test('a bundle of a run that reached no service is intact, and a forged pass in it is found', async () => {
  const sandbox = await startSandbox();
  const elsewhere = { ...sandbox.environment, DMT_TARGET: 'uat', DMT_BASE_URL: `${sandbox.environment['DMT_BASE_URL'] ?? ''}/partner` };
  const folder = await recordedRun({}, elsewhere);
  await sandbox.close();
  folders.push(folder);
  await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
  const bundle = packBundle(folder, null);
  expect(await verified(bundle)).toMatchObject({ tampered: [], differs: [], verdict: { verdict: 'inconclusive' } });
  await expectFound(await forge(bundle, (all) => rewrite(all, 'OP2-SERVED~documented-call', { ...passed, reason: null, cause: null })));
});

const flipped = (content: Buffer, at: number): Buffer => {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe('a changed byte of a file', () => {
  const names = [
    ...['outcomes.jsonl', 'exchanges.jsonl', 'accepted.json', 'configuration.json', 'verdict.json', 'junit.xml', 'summary.md'],
    ...['evidence.har', card, card.replace('html', 'md'), manifestName],
  ];
  // At the start, in the middle, at the end.
  test.for(
    someOf(
      8,
      names.map((name, at) => [name, [0, 0.5, 1][at % 3] ?? 0] as const),
    ),
  )('%s at %d', async ([name, part]) => {
    const files = unpackBundle(signed);
    const content = files.get(name) ?? Buffer.alloc(0);
    files.set(name, flipped(content, Math.floor((content.length - 1) * part)));
    await expectFound(packFiles(files), publicKey);
  });

  test('a changed byte anywhere in the archive', async () => {
    for (const n of someOf(6, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))
      await expectFound(flipped(signed, Math.floor((signed.length * (n + 0.5)) / 12)), publicKey);
    await expectFound(signed.subarray(0, signed.length - 1), publicKey);
    await expectFound(Buffer.concat([signed, Buffer.from('x')]), publicKey);
  });
});

const cut = (files: Editable, name: string): Editable => (files.delete(name), files);
const put = (files: Editable, name: string, content: string): Editable => files.set(name, Buffer.from(content));
const changed = (files: Editable, name: string, from: string | RegExp, to: string): Editable => {
  const before = files.get(name)?.toString('utf8') ?? '';
  expect(before).toMatch(from);
  return put(files, name, before.replace(from, to));
};

describe('edited files with matching hashes', () => {
  const edits: readonly (readonly [string, (files: Editable) => Editable])[] = [
    ['a file added', (files) => put(files, 'more.txt', 'more')],
    ['a file taken out', (files) => cut(files, 'junit.xml')],
    ['a file renamed', (files) => cut(files.set('Summary.md', files.get('summary.md') ?? Buffer.alloc(0)), 'summary.md')],
    ['an edited run verdict', (files) => changed(files, 'verdict.json', '"non-conformant"', '"conformant"')],
    ['an edited exit code', (files) => changed(files, 'verdict.json', '"exitCode": 1', '"exitCode": 0')],
    ['an edited check verdict', (files) => changed(files, 'verdict.json', '"verdict":"fail"', '"verdict":"pass"')],
    ['an edited clause text', (files) => changed(files, 'verdict.json', /"text":"/, '"text":"No ')],
    ['an edited JUnit failure', (files) => changed(files, 'junit.xml', /failures="\d+"/, 'failures="0"')],
    ['an edited summary', (files) => changed(files, 'summary.md', 'NOT CONFORMANT', 'CONFORMANT')],
    ['an edited decision', (files) => changed(files, 'decision.json', '"non-conformant"', '"conformant"')],
    ['an edited map', (files) => changed(files, 'specification.html', 'broken', 'kept')],
    ['an edited decision page', (files) => changed(files, 'decision.html', 'NOT CONFORMANT', 'CONFORMANT')],
    ['an edited comparison with the contract', (files) => changed(files, 'contract-diff.json', '"findings"', '"found"')],
    ['a call of the ledger taken out of its run', (files) => changed(files, 'calls.jsonl', /"run":"[^"]+"/, '"run":"another"')],
    ['an edited card', (files) => changed(files, card, 'Expected', 'Excepted')],
    ['an edited text of a card', (files) => changed(files, card.replace('html', 'md'), /^# /, '# No ')],
    ['a card of another clause', (files) => put(files, 'cards/OP9-SERVED.html', files.get(card)?.toString('utf8') ?? '')],
    ['a card gone', (files) => cut(files, card)],
    ['an edited HAR', (files) => changed(files, 'evidence.har', '"status":401', '"status":200')],
    ['another configuration', (files) => changed(files, 'configuration.json', '"DMT_TARGET": "sandbox"', '"DMT_TARGET": "uat"')],
    ['an unreadable journal line', (files) => changed(files, 'outcomes.jsonl', '{"kind":"outcome"', '{"kind":"outcome')],
    ['an unreadable exchange', (files) => changed(files, 'exchanges.jsonl', '"id":', '"i":')],
  ];
  test.for(
    someOf(
      10,
      edits.filter(([what]) => !/added|taken|renamed/.test(what)),
    ),
  )('%s, unsigned', ([, edit]) => expectFound(sealBundle(edit(unpackBundle(unsigned)), null)));
  // Whatever was edited, its hash decides.
  test.for(someOf(2, edits.slice(0, 4)))('%s, with the old manifest', ([, edit]) => expectFound(packFiles(edit(unpackBundle(unsigned)))));

  // Whatever was edited, or nothing: the key alone decides.
  test('signed with another key, or without the signature', async () => {
    const files = unpackBundle(signed);
    expect((await verified(sealBundle(files, stranger), publicKey)).tampered.join()).toContain('and not by');
    expect((await verified(sealBundle(files, null), publicKey)).tampered.join()).toContain('unsigned, but --public-key');
  });

  test('the page', async () => {
    const files = unpackBundle(withPage);
    const html = files.get('allure-report/index.html')?.toString('utf8') ?? '';
    const page = unpackPage(html) ?? { shell: '', program: Buffer.alloc(0), data: new Map<string, Buffer>() };
    const forge = (content: Buffer): Buffer => Buffer.from(content.toString('utf8').replaceAll('"failed"', '"passed"'));
    const forged = await repackPage({
      ...page,
      data: new Map([...page.data].map(([path, content]) => [path, path.startsWith('data/test-results/') ? forge(content) : content])),
    });
    expect(await repackPage(page)).toBe(html);
    expect(forged).not.toBe(html);
    await expectFound(sealBundle(put(files, 'allure-report/index.html', forged), null));
    const program = Buffer.from(`${page.program.toString('latin1')};`, 'latin1');
    await expectFound(sealBundle(put(unpackBundle(withPage), 'allure-report/index.html', await repackPage({ ...page, program })), null));
    await expectFound(
      sealBundle(put(unpackBundle(withPage), 'allure-report/index.html', html.replace('<body', '<body onload="hide()"')), null),
    );
  });

  test('the name of the archive', () => expectFound(unsigned, null, null, `conformance-${readJournals(unpackBundle(earlier)).run.id}.zip`));

  test('an added waiver', async () => {
    const files = unpackBundle(signed);
    const verdict = requireVerdictFile(JSON.parse(files.get('verdict.json')?.toString('utf8') ?? ''));
    const failed = verdict.checks.find((check) => check.verdict === 'fail');
    const about = { reason: 'none', owner: 'nobody', ticket: 'none', approver: 'nobody', expires: '2999-01-01' };
    const waiver = { clause: failed?.clause, target: 'sandbox', signatures: [failed?.signature], ...about };
    put(files, 'accepted.json', JSON.stringify({ file: { waivers: [waiver] }, passedBefore: {} }));
    await expectFound(sealBundle(files, null));
    await renderAgain(files);
    await expectFound(sealBundle(files, stranger), publicKey);
  });
});

const outcome = (journals: Journals, check: string): Outcome => {
  const one = journals.outcomes.find((each) => each.check === check);
  if (one === undefined) throw new Error(`expected an outcome of ${check}, received none`);
  return one;
};
const rewrite = (journals: Journals, check: string, over: Partial<Outcome>): Journals => {
  const old = outcome(journals, check);
  journals.outcomes = journals.outcomes.map((each) => (each === old ? { ...each, ...over } : each));
  return journals;
};
const passed = {
  verdict: 'pass',
  expected: null,
  received: null,
  place: null,
  seen: null,
  reason: null,
  cause: null,
  owner: null,
} as const;
const exchangeWith = (journals: Journals, operation: string, status: number): Exchange => {
  const one = journals.exchanges.find((each) => each.operation === operation && each.response?.status === status);
  if (one === undefined) throw new Error(`expected an exchange of ${operation} with ${status}, received none`);
  return one;
};
const answer = (journals: Journals, old: Exchange, response: Partial<NonNullable<Exchange['response']>>): void => {
  journals.exchanges = journals.exchanges.map((each) =>
    each === old && each.response !== null ? { ...each, response: { ...each.response, ...response } } : each,
  );
};
const body = (text: string): { body: { text: string; encoding: 'utf8' } } => ({ body: { text, encoding: 'utf8' } });
const drop = (journals: Journals, ...ids: readonly string[]): void => {
  journals.outcomes = journals.outcomes.filter(({ check }) => !ids.includes(check));
};
const dropPlanned = (journals: Journals, ...ids: readonly string[]): void => {
  drop(journals, ...ids);
  journals.plan = journals.plan.filter(({ id }) => !ids.includes(id));
};

describe('edited journals with all other files rendered again, without a key', () => {
  const edits: readonly (readonly [string, (journals: Journals) => unknown])[] = [
    ['a failure recorded as a pass, of a passive check', (all) => rewrite(all, passive, passed)],
    ['a failure recorded as a pass, of an active check', (all) => rewrite(all, active, passed)],
    ['a failure recorded as a warning', (all) => rewrite(all, passive, { verdict: 'warn', owner: 'specification' })],
    ['a failure recorded as an observation', (all) => rewrite(all, passive, { ...passed, verdict: 'observed', reason: 'open' })],
    [
      'a failure recorded as not applicable',
      (all) => rewrite(all, passive, { ...passed, verdict: 'not-applicable', reason: 'no such thing' }),
    ],
    [
      'a failure recorded as untried',
      (all) => rewrite(all, passive, { ...passed, verdict: 'untried', reason: 'no means', owner: 'configuration' }),
    ],
    [
      'a failure recorded as a wrong address',
      (all) =>
        rewrite(all, active, { ...passed, verdict: 'blocked', cause: 'wrong-address', reason: 'nobody is there', owner: 'configuration' }),
    ],
    ['a failure recorded as waived', (all) => rewrite(all, active, { verdict: 'waived' })],
    ['a failure recorded as seen less often', (all) => rewrite(all, passive, { seen: '1 of 99' })],
    ['a failure recorded with another value', (all) => rewrite(all, active, { received: 'HTTP 403' })],
    ['a failure recorded with the accepted deviation', (all) => rewrite(all, active, { deviation: 'http-403' })],
    ['a failure of a field recorded as a missing field', (all) => rewrite(all, passive, { deviation: 'missing' })],
    ['a failure resting on another exchange', (all) => rewrite(all, passive, { evidence: ['x1'] })],
    ['a failure resting on an exchange that is not there', (all) => rewrite(all, active, { evidence: ['x99999'] })],
    [
      'a pass recorded as a failure',
      (all) => rewrite(all, 'OP11-RESULT-AMOUNT~number', { verdict: 'fail', expected: 'a', received: 'b', owner: 'service' }),
    ],
    [
      'a failure dropped',
      (all) => {
        drop(all, passive);
      },
    ],
    ['a failure recorded twice', (all) => all.outcomes.push(outcome(all, passive))],
    [
      'a failure dropped from the plan too',
      (all) => {
        dropPlanned(all, passive, active);
      },
    ],
    [
      'a failure dropped from plan and fingerprint',
      (all) => {
        dropPlanned(all, passive, active);
        claimThisRelease(all);
      },
    ],
    [
      'a check of another title',
      (all) => (all.plan = all.plan.map((each) => (each.id === active ? { ...each, title: 'all is well' } : each))),
    ],
    [
      'a check of another clause',
      (all) => (all.plan = all.plan.map((each) => (each.id === active ? { ...each, clause: 'OP15-SERVED' } : each))),
    ],
    [
      'a wrong field put right',
      (all) => {
        for (const each of all.exchanges) {
          if (each.operation === 'OP-11' && each.response) answer(all, each, body(each.response.body.text.replace('"no"', '"true"')));
        }
      },
    ],
    [
      'a right field made wrong',
      (all) => {
        const one = all.exchanges.find(({ response }) => response?.body.text.includes('"mainAccount"') === true);
        const text = one?.response?.body.text ?? '';
        if (one !== undefined) answer(all, one, body(text.replace(/"mainAccount":[\d.]+/, '"mainAccount":"much"')));
      },
    ],
    [
      'an unlisted code',
      (all) => {
        const one = exchangeWith(all, 'OP-2', 200);
        answer(all, one, body((one.response?.body.text ?? '').replace('2000', '2001')));
      },
    ],
    [
      'a served call refused',
      (all) => {
        for (const each of all.exchanges) {
          if (each.operation === 'OP-15') answer(all, each, { status: 403 });
        }
      },
    ],
    [
      'a refused call served',
      (all) => {
        const one = exchangeWith(all, 'OP-2', 401);
        answer(all, one, { status: 200 });
      },
    ],
    [
      'another media type',
      (all) => {
        answer(all, exchangeWith(all, 'OP-2', 200), { headers: [['content-type', 'text/plain']] });
      },
    ],
    [
      'an envelope taken off',
      (all) => {
        answer(all, exchangeWith(all, 'OP-2', 200), body('[]'));
      },
    ],
    [
      'answers of two operations swapped',
      (all) => {
        const one = exchangeWith(all, 'OP-2', 200);
        const other = exchangeWith(all, 'OP-14', 200);
        const first = one.response;
        const second = other.response;
        answer(all, one, second ?? {});
        answer(all, other, first ?? {});
      },
    ],
    [
      'the numbers of two exchanges swapped',
      (all) => {
        const one = exchangeWith(all, 'OP-2', 200);
        const other = exchangeWith(all, 'OP-11', 200);
        all.exchanges = all.exchanges.map((each) =>
          each === one ? { ...one, id: other.id } : each === other ? { ...other, id: one.id } : each,
        );
      },
    ],
    ['an exchange taken out', (all) => all.exchanges.splice(10, 1)],
    [
      'the last exchange taken out',
      (all) => {
        all.exchanges = all.exchanges.filter(({ id }) => id !== `x${all.exchanges.length}`);
      },
    ],
    ['an exchange recorded twice', (all) => all.exchanges.push(...all.exchanges.slice(0, 1))],
    [
      'answers without a judgement',
      (all) => {
        const own = new Set(all.exchanges.filter(({ operation }) => operation === 'OP-11').map(({ id }) => id));
        all.judged = all.judged.filter(({ exchange }) => !own.has(exchange));
        rewrite(all, passive, { ...passed, verdict: 'not-applicable', reason: 'no answer held anything to judge' });
      },
    ],
    [
      'the record of what was judged taken out',
      (all) => {
        all.judged = [];
      },
    ],
    [
      'fewer requests',
      (all) => {
        if (all.end) all.end = { ...all.end, totals: { ...all.end.totals, requests: 3 } };
      },
    ],
    [
      'more transfers',
      (all) => {
        if (all.end) all.end = { ...all.end, totals: { ...all.end.totals, transfers: 900 } };
      },
    ],
    [
      'a run of last week',
      (all) => {
        all.run = { ...all.run, startedAt: '2031-01-01T00:00:00.000Z' };
      },
    ],
    [
      'an earlier end',
      (all) => {
        if (all.end) all.end = { ...all.end, finishedAt: all.run.startedAt };
      },
    ],
    [
      'another catalogue',
      (all) => {
        all.run = { ...all.run, specification: '0'.repeat(64) };
      },
    ],
    [
      'another configuration claimed',
      (all) => {
        all.run = { ...all.run, targetFingerprint: '0'.repeat(64) };
      },
    ],
    [
      'a selection claimed',
      (all) => {
        all.run = { ...all.run, selection: ['OP-2'] };
      },
    ],
    [
      'outcomes of an earlier run',
      (all) => {
        all.outcomes = readJournals(unpackBundle(earlier)).outcomes;
      },
    ],
    [
      'exchanges of an earlier run',
      (all) => {
        all.exchanges = readJournals(unpackBundle(earlier)).exchanges;
      },
    ],
    [
      'outcomes and exchanges of an earlier run',
      (all) => {
        const old = readJournals(unpackBundle(earlier));
        all.outcomes = old.outcomes;
        all.exchanges = old.exchanges;
      },
    ],
  ];
  test.for(someOf(40, edits))('%s', async ([, edit]) => {
    await expectFound(await forge(unsigned, edit));
  });

  test('a whole earlier run, checked against the nonce', async () => {
    expect(await verified(earlier, null, nonce)).toMatchObject({ tampered: [], differs: [], nonce: 'another' });
    await expectFound(earlier, publicKey);
  });

  const findTransfers = ({ exchanges, judged }: Journals): readonly Exchange[] => {
    const documented = new Set(judged.flatMap((one) => (one.documented ? [one.exchange] : [])));
    return exchanges.filter(({ id, operation }) => operation === 'OP-9' && documented.has(id));
  };
  const renamed = (journals: Journals, one: Exchange, to: string): void => {
    const id = (JSON.parse(one.request.body?.text ?? '') as { correlationId: string }).correlationId;
    journals.exchanges = journals.exchanges.map((each) => JSON.parse(JSON.stringify(each).replaceAll(id, to)) as Exchange);
  };

  test('one foreign transfer, checked with the right nonce and with another', async () => {
    const forged = await forge(unsigned, (all) => {
      const [one] = findTransfers(all);
      if (one !== undefined) renamed(all, one, '0123abcd-1-0123456789abcdef0123');
    });
    expect(await verified(forged, null, nonce)).toMatchObject({
      nonce: 'another',
      tampered: expect.arrayContaining([expect.stringContaining('was not made with')]) as unknown,
    });
    expect(await verified(forged, null, 'another-nonce')).toMatchObject({ nonce: 'another' });
  });

  test('a changed bundle is reported as changed, even with another nonce', async () => {
    const forged = await forge(unsigned, (all) => rewrite(all, passive, passed));
    const { tampered, nonce: result } = await verified(forged, null, 'another-nonce');
    expect({ tampered: tampered.length > 0, result }).toEqual({ tampered: true, result: 'another' });
  });
});
