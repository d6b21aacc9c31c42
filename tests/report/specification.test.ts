import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFileSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { clauses } from '../../specs/clauses.ts';
import { describeForm } from '../../specs/forms.ts';
import { faults } from '../../sandbox/faults.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { verdicts } from '../../helpers/core/records/verdicts.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { verdictWords } from '../../helpers/report/model/verdict-words.ts';
import { journalFiles } from '../../helpers/report/journal/journal.ts';
import { buildMap, type Sentence } from '../../helpers/report/specification/content.ts';
import { buildMatrix } from '../../helpers/report/decision/matrix.ts';
import { collectQuestions } from '../../helpers/report/decision/questions.ts';
import { countShown } from '../../helpers/report/specification/legend.ts';
import { countClauses, describeClauses, findCountedClauses } from '../../helpers/report/verdict/counted-clauses.ts';
import { renderSpecification } from '../../helpers/report/specification/html.ts';
import { formatHeadline } from '../../helpers/report/verdict/headline.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { recordedRun } from '../bundle/recorded.ts';
import { assembleFile, illegal } from './assembled.ts';
import { buildSample, everyVerdict, header, hostile, newFolder, removeFolders } from './sample.ts';

afterAll(removeFolders);

interface Written {
  readonly folder: string;
  readonly file: VerdictFile;
  readonly page: string;
}

async function render(folder: string): Promise<Written> {
  const { file } = await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
  return { folder, file, page: readFileSync(join(folder, 'specification.html'), 'utf8') };
}

/** Of a real run against the sandbox. */
const write = async (options: Parameters<typeof recordedRun>[0], environment: Environment): Promise<Written> =>
  render(await recordedRun(options, environment, newFolder()));

function keepThird(folder: string): void {
  const path = join(folder, journalFiles.outcomes);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, Math.ceil(lines.length / 3)).join('\n')}\n`);
}

const listSentences = (file: VerdictFile): readonly Sentence[] =>
  buildMap(file).flatMap(({ sections }) => sections.flatMap(({ sentences }) => sentences));

function findSentence(file: VerdictFile, id: string): Sentence {
  const found = listSentences(file).find(({ clause }) => clause.id === id);
  if (found === undefined) throw new Error(`expected a sentence ${id}, received none`);
  return found;
}

const countOpen = (file: VerdictFile): number =>
  listSentences(file).filter(({ standing }) => /^binding, (not judged|judged in part)/.test(standing)).length;

const broken = 'op11-result-isdelayed-is-no';
let wrong: Written;
let part: Written;
let interrupted: Written;
let selected: Written;
beforeAll(async () => {
  const twist = faults.get(broken)?.twist;
  if (twist === undefined) throw new Error(`expected a fault ${broken}, received none`);
  const few = { DMT_SPARE_MOBILES: '', DMT_OTHER_AGENT_ID: '', DMT_OTHER_AGENT_PASSWORD: '' };
  const selection = { DMT_CHECKS: 'OP-11' };
  part = await write({}, few);
  wrong = await write({ twist }, { DMT_CHECKS: 'OP11-*' });
  selected = await write({}, selection);
  keepThird(part.folder);
  interrupted = await render(part.folder);
});

const runs = (): readonly (readonly [string, Written])[] => Object.entries({ wrong, part, interrupted, selected });

describe('the map of a run', () => {
  test('shows every clause of the catalogue once, in its order', () => {
    for (const [name, { page }] of runs()) {
      const ids = [...page.matchAll(/<li id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids, name).toEqual(clauses.map(({ id }) => id));
    }
  });

  test('counts as verdict.json does, and begins with the headline of the terminal', () => {
    for (const [name, { file, page }] of runs()) {
      const { total, notJudged } = file.binding;
      expect({ total: findCountedClauses(file).size, open: countOpen(file) }, name).toEqual({ total, open: notJudged.length });
      expect(page.match(/data-binding="yes"/g) ?? [], name).toHaveLength(total);
      expect(page).toContain(`${file.clauses.length} in all; ${describeClauses(file)}`);
      expect(page).toContain(`<strong>${formatHeadline(file)}</strong>`);
    }
    expect([part.file.verdict, interrupted.file.verdict, selected.file.verdict]).toEqual([
      'judged-in-part',
      'inconclusive',
      'conformant-selection',
    ]);
  });

  test('has one number for one word: kept, broken, not judged, accepted, question', () => {
    for (const [name, { file }] of runs()) {
      const { by, otherQuestions } = countClauses(file);
      const sentences = listSentences(file);
      const binding = countShown(sentences.filter(({ isCounted }) => isCounted));
      const open = binding.untried + binding.blocked + binding.error;
      expect([binding.pass, binding.fail, open, binding.waived, binding.warn], name).toEqual([
        ...[by.kept, by.broken, by['not judged'], by.accepted, by.question],
      ]);
      const chapters = buildMap(file).map(({ sections }) => countShown(sections.flatMap((one) => one.sentences)));
      expect(
        buildMatrix(file).map(({ counts }) => counts),
        name,
      ).toEqual(chapters);
      const asked = sentences.filter(({ shown }) => shown === 'warn').length;
      expect([asked, collectQuestions(file).length], name).toEqual([by.question + otherQuestions, by.question + otherQuestions]);
    }
    expect(collectQuestions(part.file).length).toBeGreaterThan(0);
  });

  test('has one state for each sentence: its word, the row of the table and the filter count alike', () => {
    for (const [name, { file, page }] of runs()) {
      const counts = countShown(listSentences(file));
      for (const verdict of verdicts) {
        const [word] = verdictWords[verdict];
        const badges = page.match(new RegExp(`class="${verdict}" data-binding="[a-z]+"><p><strong class="word">${word}<`, 'g')) ?? [];
        const row = new RegExp(`<th scope="row">${word}</th>\\s*<td>(\\d+)</td>\\s*<td>(\\d+)</td>`).exec(page) ?? [];
        const filter = new RegExp(` ${word} \\((\\d+) binding, (\\d+) others\\)</label`).exec(page) ?? [];
        const sum = ([, binding = '0', others = '0']: readonly string[]): number => Number(binding) + Number(others);
        expect([badges.length, sum(row), sum(filter)], `${name} ${word}`).toEqual([counts[verdict], counts[verdict], counts[verdict]]);
      }
    }
  });

  test('says which situation of a clause is open, and why', () => {
    const { standing, cells, shown } = findSentence(part.file, 'OP11-AMOUNT-EXACT');
    expect({ standing, shown }).toEqual({ standing: 'binding, judged in part', shown: 'untried' });
    expect(cells).toContainEqual({ where: 'in general', verdict: 'pass', judged: true, reason: null });
    const open = cells.filter(({ judged }) => !judged);
    expect(open.map(({ where }) => where)).toContain('with another sender');
    for (const { reason } of open) expect(reason).toContain('DMT_SPARE_MOBILES');
    expect(part.page).toMatch(/with another sender <strong>not judged, untried<\/strong>: [^<]*DMT_SPARE_MOBILES/);
  });

  test('says of every open clause why', () => {
    for (const [name, { file }] of runs()) {
      const reasons = new Map(file.binding.notJudged.map(({ clause, reason }) => [clause, reason]));
      const silent = listSentences(file).filter(({ clause: { id }, standing, cells }) => {
        const why = reasons.get(id)?.slice(0, 200);
        return why !== undefined && !standing.includes(why) && !cells.some(({ reason }) => reason?.includes(why));
      });
      expect(
        silent.map(({ clause }) => clause.id),
        name,
      ).toEqual([]);
    }
  });

  test('leads from its first lines to what is broken', () => {
    const [head] = wrong.page.split('<table');
    expect(head).toContain('Broken: <a href="#OP11-RESULT-IS-DELAYED">');
    expect(part.page).not.toContain('Broken: ');
  });

  test('a note beside a kept sentence says that it is no breach', () => {
    const kept = listSentences(part.file).filter(({ clause }) => clause.verdict === 'pass');
    const names = new Set(kept.flatMap(({ notes }) => notes.map(({ name }) => name)));
    expect(names).toContain('Noted, no breach as this sentence is read');
    expect(names).not.toContain('Noted');
  });

  test('links a broken clause to its card, and the card links back', () => {
    const { shown, card } = findSentence(wrong.file, 'OP11-RESULT-IS-DELAYED');
    expect({ shown, card }).toEqual({ shown: 'fail', card: 'cards/OP11-RESULT-IS-DELAYED.html' });
    expect(wrong.page).toMatch(
      /<li id="OP11-RESULT-IS-DELAYED" class="fail"[^]*?<strong class="word">broken<\/strong>[^]*?href="cards\/OP11-RESULT-IS-DELAYED\.html"/,
    );
    expect(existsSync(join(wrong.folder, card ?? ''))).toBe(true);
    for (const suffix of ['html', 'md'])
      expect(readFileSync(join(wrong.folder, `cards/OP11-RESULT-IS-DELAYED.${suffix}`), 'utf8')).toContain(
        '../specification.html#OP11-RESULT-IS-DELAYED',
      );
  });

  test('stays small', () => {
    for (const [name, { page }] of runs()) expect(page.length, name).toBeLessThan(700_000);
  });

  test('is linked from the decision and the summary', () => {
    expect(readFileSync(join(part.folder, 'decision.html'), 'utf8')).toContain('href="specification.html"');
    expect(readFileSync(join(part.folder, 'summary.md'), 'utf8')).toContain('(specification.html)');
  });
});

test('a clause without a check says so; a clause that others show names them', () => {
  const { standing, check, clause } = findSentence(part.file, 'CODE-4000');
  expect(standing).toMatch(/^binding, outside the count, no run can try it: nothing a caller sends/);
  expect({ check, verdict: clause.verdict }).toEqual({ check: null, verdict: 'untried' });
  expect(findSentence(part.file, 'OVERVIEW-BALANCES').shownBy).toEqual(['OP14-SERVED', 'OP15-SERVED']);
});

test('a clause that only a broken one shows is open, and not accepted in writing', () => {
  const [clause, shown] = clauses.filter(({ id }) => id === 'AUTH-401' || id === 'HTTP-401');
  const sample = buildSample(['fail']);
  if (clause === undefined || shown === undefined) throw new Error('expected both clauses, received one');
  const plan = sample.plan.map((check) => ({ ...check, clause: clause.id }));
  const file = assembleFile({ ...sample, plan, clauses: [clause, shown] });
  const { standing } = findSentence(file, 'HTTP-401');
  expect(standing).toBe('binding, not judged: it would be shown by AUTH-401, which is broken');
});

test('every verdict has its state, and accepted exceptions their approver', () => {
  const gap = {
    target: 'uat',
    reason: 'no second agent',
    owner: 'Testcase Owner',
    ticket: 'SAMPLE-2',
    approver: 'Testcase Approver',
    expires: '2031-03-01',
  };
  const sample = everyVerdict();
  const signatures = assembleFile(sample).clauses.flatMap(({ id, verdict, signature }) =>
    verdict === 'untried' && signature !== null ? [{ ...gap, clause: id, signatures: [signature] }] : [],
  );
  const file = assembleFile(sample, { gaps: signatures });
  expect(Object.fromEntries(listSentences(file).map(({ clause, shown }) => [clause.verdict, shown]))).toEqual({
    pass: 'pass',
    fail: 'fail',
    warn: 'warn',
    observed: 'observed',
    'not-applicable': 'not-applicable',
    blocked: 'blocked',
    untried: 'waived',
    error: 'error',
    waived: 'waived',
  });
  const page = renderSpecification(file);
  expect(page).toContain('binding, not judged, accepted in writing: no second agent (DMT_OTHER_AGENT_ID)');
  expect(page).toContain('Gap: accepted by Testcase Approver until 2031-03-01 (SAMPLE-2): no second agent');
  expect(page).toContain('<td>broken or not judged, and accepted in writing</td>');
  expect(page).toContain('Accepted: accepted until 2031-03-01 (SAMPLE-1)');
});

test('hostile text stays text, and only our script may run', () => {
  const sample = everyVerdict({ run: { ...header, targetBuild: hostile, hosts: [hostile] } });
  const outcomes = sample.outcomes.map((outcome) => ({
    ...outcome,
    expected: hostile,
    received: hostile,
    reason: hostile,
    facts: [hostile],
  }));
  const page = renderSpecification(assembleFile({ ...sample, outcomes }));
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  expect(page).not.toMatch(/<img|<iframe|<link|https?:\/\/(?!evil)|style="| on\w+="/);
  expect(page).not.toMatch(illegal);
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash('sha256', script, 'base64')}'`);
  expect(page).toContain('autocomplete="off" hidden>');
});

test.each([
  ['OP-4', 'subAgent', 'OP-4 with userType subAgent'],
  ['OP-9', 'query', 'OP-9 in its query form'],
  ['OP-13', 'false', 'OP-13 with object false'],
  ['OP-16', 'customer', 'OP-16 with userType customer'],
  ['OP-99', 'unknown', 'OP-99 in its unknown form'],
])('form %s of %s has words', (operation, form, words) => {
  expect(describeForm(operation, form)).toBe(words);
});
