import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stackTrace, wholeProgram } from '../program/program.ts';
import { runForVerdict } from '../run/recorded.ts';
import { get } from '../client/connecting.ts';
import { serveTcp } from '../client/servers.ts';
import type { Behavior } from './behavior.ts';
import { serveHostile, type Met } from './running.ts';
import { behaviors } from './table.ts';
import { marker } from './texts.ts';
import { someOf } from '../some-of.ts';

function findBehavior(story: string): Behavior {
  const found = behaviors.find((behavior) => behavior.story === story);
  if (found === undefined) throw new Error(`expected a behavior "${story}", received none: correct the story`);
  return found;
}

async function meetBehavior(behavior: Behavior): Promise<Met> {
  const served = await serveHostile(behavior);
  onTestFinished(served.close);
  return served;
}

/** `npm run bench -- hostile` meets every one of the table. */
describe('a run ends with its verdict when the target', () => {
  test.each(
    someOf(3, [
      'answers 64 MB',
      'answers a gzip bomb',
      'redirects to another host',
      'answers a request for a token without end',
      'hangs under a campaign of OP-13',
      'answers half a gzip archive',
      'resets in the middle of the body',
      'sends ten thousand headers',
      'switches protocols',
      'nests a hundred thousand arrays',
      'uses the names of the language',
      'gives a token of 500,000 letters',
      'has a source of codes that sends a bomb',
      'has an eKYC page that is a script',
      'sends callbacks that are not packed as they say',
      'sends a thousand callbacks at once',
    ]),
  )('%s', async (story) => {
    const behavior = findBehavior(story);
    const { environment, visits } = await meetBehavior(behavior);
    const { exitCode, counts } = await runForVerdict({ ...environment, DMT_CHECKS: behavior.checks.join(',') });
    expect({ exitCode, errors: counts.error, visits: visits() }).toEqual({ exitCode: behavior.exitCode, errors: 0, visits: 0 });
  });
});

test('what was not read whole blocks for one cause, and only its status is judged', async () => {
  const behavior = findBehavior('answers 64 MB');
  const { environment } = await meetBehavior(behavior);
  const { causes, counts } = await runForVerdict({ ...environment, DMT_CHECKS: behavior.checks.join(',') });
  expect({ causes: causes.map(({ cause }) => cause), fail: counts.fail }).toEqual({ causes: ['answer-too-long'], fail: 0 });
});

/** What a terminal acts upon. */
const harmful = ['\u001b', '\u009b', '\u0007', '\u0008', '\u202e', '\u2066'];

test('what a target writes stays text wherever it is told', async () => {
  const behavior = findBehavior('writes what programs act upon into every text');
  const { environment } = await meetBehavior(behavior);
  const { code, said, folder } = await wholeProgram(['--check', ...behavior.checks], environment);
  const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const pages = {
    terminal: said,
    'summary.md': file('summary.md'),
    'junit.xml': file('junit.xml'),
    'decision.html': file('decision.html'),
    'specification.html': file('specification.html'),
  };
  expect({ code, trace: stackTrace.test(said) }).toEqual({ code: behavior.exitCode, trace: false });
  for (const [name, page] of Object.entries(pages)) {
    for (const character of harmful) expect(page.includes(character), `${name} holds ${JSON.stringify(character)}`).toBe(false);
    expect(page, name).not.toMatch(/^(# Title|::error|##vso)/m);
  }
  expect(said).toContain(marker);
  expect(file('summary.md')).toContain(marker);
  for (const name of ['junit.xml', 'decision.html', 'specification.html'] as const)
    expect(pages[name]).not.toMatch(/<script>alert|<failure\/>|<img/);
  expect(file('allure-report/index.html')).not.toContain('<script>alert(1)');
  const results = readdirSync(join(folder, 'allure-results'))
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => file(join('allure-results', name)));
  expect(results.some((result) => result.includes(marker))).toBe(true);
  // Readers of the format show descriptions as markup, and all else as text.
  for (const result of results)
    JSON.parse(result, (key, value: unknown) => {
      if (typeof value === 'string') for (const character of harmful) expect(value).not.toContain(character);
      if (key === 'descriptionHtml' || key === 'description') expect(value).not.toMatch(/<script|<img|<failure/);
      return value;
    });
});

describe('an answer to bytes written by hand', () => {
  const bytes = Buffer.from('GET / HTTP/1.1\r\n\r\n');
  const answering = (answer: string, ends: boolean): Promise<string> =>
    serveTcp((socket) => {
      socket.once('data', () => {
        socket.write(answer);
        if (ends) socket.end();
      });
    });

  test('is put together from a hundred thousand chunks', async () => {
    const origin = await answering(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(100_000)}0\r\n\r\n`, true);
    const { response } = await get(origin, {}, { bytes });
    expect([response?.body.text.length, response?.truncated]).toEqual([100_000, false]);
  });

  test('is found behind thirty thousand interim ones', async () => {
    const origin = await answering(`${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(30_000)}HTTP/1.1 204 No Content\r\n\r\n`, true);
    expect((await get(origin, {}, { bytes })).response?.status).toBe(204);
  });

  test('is none when it is a head without end', async () => {
    const origin = await answering(`HTTP/1.1 200 OK\r\n${'X-Many: 1\r\n'.repeat(10_000)}\r\n`, true);
    expect((await get(origin, {}, { bytes })).trouble?.kind).toBe('protocol');
  });

  test('is whole when all it promised has come, although the connection stays open', async () => {
    const origin = await answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', false);
    const { response } = await get(origin, {}, { bytes, timeoutMs: 300 });
    expect([response?.body.text, response?.truncated]).toEqual(['{}', false]);
  });
});
