import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { reasonOf } from '@screener/engine/wording/summary';
import { renderScreening } from '../../../src/cli/render/screening.ts';
import { assertGolden, fixedAnswer, PLAIN, RICH } from '../golden.ts';

const BRIEF = { explain: false, links: false };
const FULL = { explain: true, links: true };
const ANSWERS = ['aapl', 'lvs-2021-04-23', 'cost-stale', 'tsm-2025-04-17'] as const;

for (const name of ANSWERS) {
  test(`${name}: the report on a pipe of 80 columns`, () => {
    assertGolden(name, renderScreening(fixedAnswer(name), PLAIN, BRIEF));
  });
}

test('the report with every explanation', () => {
  assertGolden('aapl-explain', renderScreening(fixedAnswer('aapl'), PLAIN, { explain: true, links: false }));
});

test('the report on a narrow pipe', () => {
  assertGolden('aapl-narrow', renderScreening(fixedAnswer('aapl'), { ...PLAIN, columns: 44 }, BRIEF));
});

test('the report on a terminal with colours, box characters and links', () => {
  assertGolden('aapl-terminal', renderScreening(fixedAnswer('aapl'), RICH, BRIEF));
});

test('no line is wider than the page, except for unbreakable text', () => {
  for (const name of ANSWERS) {
    const answer = fixedAnswer(name);
    for (let columns = 40; columns <= 110; columns += 1) {
      const text = renderScreening(answer, { ...PLAIN, columns }, FULL);
      const long = text
        .split('\n')
        .filter((line) => line.length > columns && line.trim().includes(' ') && !isFigureLine(line));
      assert.deepEqual(long, [], `${name} at ${columns} columns`);
    }
  }
});

/** Columns of figures have a minimum width. */
function isFigureLine(line: string): boolean {
  return /^ {2}[a-z ]+ \d+\.\d of \d+$/.test(line);
}

test('colour adds no information: without its codes the text is the same', () => {
  for (const name of ANSWERS) {
    const coloured = renderScreening(fixedAnswer(name), { ...RICH, hyperlinks: false }, FULL);
    const plain = renderScreening(fixedAnswer(name), { ...RICH, colour: false, hyperlinks: false }, FULL);
    assert.notEqual(coloured, plain);
    assert.equal(stripVTControlCharacters(coloured), plain);
  }
});

test('a pipe gets no escape code and no box character', () => {
  for (const name of ANSWERS) {
    const text = renderScreening(fixedAnswer(name), PLAIN, FULL);
    assert.doesNotMatch(text, /[━─█░≤→•×−]/);
    assert.ok(!text.includes('\u001b'));
  }
});

test('addresses are printed where links are not shown, or on request', () => {
  const answer = fixedAnswer('aapl');
  const address = new RegExp(`^ +${answer.evidence[0]?.source_url}$`, 'm');
  assert.match(renderScreening(answer, PLAIN, BRIEF), address);
  const links = { ...RICH, colour: false };
  assert.doesNotMatch(renderScreening(answer, links, BRIEF), address);
  assert.match(renderScreening(answer, links, { explain: false, links: true }), address);
});

test('a name in a filing cannot control the terminal', () => {
  const answer = { ...fixedAnswer('aapl'), name: 'Evil\u001b[2J\u0007 \u202eInc.\nVERDICT' };
  const text = renderScreening(answer, PLAIN, BRIEF);
  assert.match(text, /^Evil \[2J Inc\. VERDICT \(AAPL\)\n/);
});

test('the verdict comes with its reason, and with all that is missing', () => {
  const answer = fixedAnswer('tsm-2025-04-17');
  const [, , below = ''] = renderScreening(answer, { ...PLAIN, columns: 100 }, BRIEF).split(/={40,}\n/);
  const [why = ''] = below.split('\n\n');
  assert.ok(why.replaceAll(/\s+/g, ' ').includes(reasonOf(answer.summary)), why);
  const missing = ['debt', 'cash'].map((code) => ({ code, message: `${code} is not tagged` }));
  const text = renderScreening({ ...answer, missing }, PLAIN, BRIEF);
  assert.match(text, / {4}- debt: debt is not tagged\n {4}- cash: cash is not tagged\n/);
});

test('a figure that replaces another one names it', () => {
  const answer = fixedAnswer('aapl');
  const evidence = answer.evidence.map((entry, index) =>
    index === 0
      ? { ...entry, superseded: [{ value: 1.5e9, form: '10-Q/A', accession: '0000000000-26-000001' }] }
      : entry,
  );
  const text = renderScreening({ ...answer, evidence }, PLAIN, BRIEF);
  assert.match(text, /^ {8}in place of 1\.5 bn in 10-Q\/A 0000000000-26-000001$/m);
});
