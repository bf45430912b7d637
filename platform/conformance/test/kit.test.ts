import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { LOG_CODES, type LogCode } from '@platform/core/log/note/judge-log-proof';
import { PROBLEM_CODES } from '@platform/core/verify/problems';
import { verify } from '@platform/core/verify/verify';
import { CASE_COUNT, CASES, DISPUTE_CASES, LOG_CASES } from '../kit/cases.ts';
import { PLANTED_FAULTS } from '../kit/faults.ts';
import { judgeFile } from '../kit/judge-file.ts';
import { expectedAnswers, expectedOfDisputes, keptForm, makeKit } from '../kit/make-kit.ts';
import type { Expected } from '../kit/protocol.ts';
import { runKit } from '../kit/run-kit.ts';

const OURS = [process.execPath, join(REPOSITORY, 'platform/conformance/kit/ours.ts')];
const folder = mkdtempSync(join(tmpdir(), 'sanad-kit-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** What our verifier answers now, for `expected.json`. */
function answersNow(): string {
  const lines = [...CASES].map(([id, { make }]) => {
    const { receipt, keys, previous, asOf } = make();
    const { verdict, checks } = verify(
      nodeCrypto,
      typeof receipt === 'string' ? receipt : JSON.stringify(receipt),
      {
        ...(keys === undefined || keys === null ? {} : { keys }),
        ...(previous === undefined ? {} : { previous }),
        ...(asOf === undefined ? {} : { asOf }),
      },
    );
    return `  ${JSON.stringify(id)}: ${JSON.stringify(keptForm({ verdict, checks }))}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The same of our judge, for `expected-disputes.json`. */
function disputesNow(): string {
  const lines = [...DISPUTE_CASES].map(([id, { make }]) => {
    const { file, keys } = make();
    return `  ${JSON.stringify(id)}: ${JSON.stringify(judgeFile(file, keys))}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

const KIT = join(REPOSITORY, 'platform/conformance/kit');
const COUNT = CASES.size + DISPUTE_CASES.size + LOG_CASES.size;

describe('the kit for other implementers', () => {
  if (process.env.UPDATE_VECTORS === '1') {
    writeFileSync(join(KIT, 'expected.json'), answersNow());
    writeFileSync(join(KIT, 'expected-disputes.json'), disputesNow());
  }

  const expected = expectedAnswers();
  const failing = [...expected.values()].flatMap(({ checks }) =>
    checks.filter(({ outcome }) => outcome === 'fail'),
  );

  test('has an answer for each case, which fails where it is meant to and for that reason', () => {
    assert.equal(COUNT, CASE_COUNT, 'two cases of a group have one name');
    assert.deepEqual([...expected.keys()], [...CASES.keys()], 'run this test with UPDATE_VECTORS=1');
    const wrong = [...CASES].filter(([id, { refused }]) => !isMeant(expected.get(id), refused));
    assert.deepEqual(
      wrong.map(([id]) => id),
      [],
    );
  });

  test('has an answer for each dispute, which is the one that it is made for', () => {
    const answers = expectedOfDisputes();
    assert.deepEqual([...answers.keys()], [...DISPUTE_CASES.keys()], 'run this test with UPDATE_VECTORS=1');
    for (const [id, { answer }] of DISPUTE_CASES) {
      const right = answers.get(id)?.answer;
      if (answer === null) assert.ok(right !== 'inside' || answers.get(id)?.exit !== 0, id);
      else assert.equal(right, answer, id);
    }
  });

  test('has each code of a point', () => {
    const source = readFileSync(join(REPOSITORY, 'platform/core/src/dispute/row.ts'), 'utf8');
    const codes = [...source.matchAll(/readonly code: '(\w+)'/g)].map(([, code]) => code);
    const found = new Set(
      [...expectedOfDisputes().values()].flatMap(({ inside, outside, undecided }) =>
        [inside, outside, undecided].flat().map((id) => id.split(/[/:]/)[1]),
      ),
    );
    assert.ok(codes.length > 30);
    assert.deepEqual(
      codes.filter((code) => !found.has(code)),
      [],
    );
  });

  test('has each code, and more cases that must fail than not', () => {
    const codes = new Set(failing.flatMap(({ codes: found }) => found));
    assert.deepEqual(
      Object.keys(PROBLEM_CODES).filter((code) => !codes.has(code as keyof typeof PROBLEM_CODES)),
      [],
    );
    const ofLog = new Set([...LOG_CASES.values()].flatMap(({ expected: right }) => right.codes));
    assert.deepEqual(
      Object.keys(LOG_CODES).filter((code) => !ofLog.has(code as LogCode)),
      [],
    );
    const failed = [...expected.values()].filter(({ verdict }) => verdict === 'failed').length;
    assert.ok(failed > expected.size / 2, `${failed} of ${expected.size} fail`);
  });

  test('agrees with our verifier, by the protocol that others use', async () => {
    assert.equal(makeKit(folder), COUNT);
    assert.deepEqual(readdirSync(folder).sort(), [
      'cases',
      'dispute.schema.json',
      'expected.json',
      'files',
      'keys',
      'previous',
      'receipt-0.3.schema.json',
      'receipts',
      'values.schema.json',
    ]);
    const { cases, differing } = await runKit(folder, OURS);
    assert.equal(cases, COUNT);
    assert.deepEqual([...differing], []);
  });

  test('plants each of its faults in a place that is still there', () => {
    const lost = PLANTED_FAULTS.filter(
      ({ file, was }) => readFileSync(join(REPOSITORY, file), 'utf8').split(was).length !== 2,
    );
    assert.deepEqual(
      lost.map(({ what }) => what),
      [],
    );
  });

  test('finds a verifier that answers nothing, or always the same', async () => {
    const silent = await runKit(folder, [process.execPath, '-e', '']);
    assert.equal(silent.differing.size, COUNT);
    const answer = {
      verdict: 'verified',
      checks: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({ number, outcome: 'pass' })),
    };
    const script = `require('readline').createInterface({ input: process.stdin }).on('line', () => console.log(${JSON.stringify(JSON.stringify(answer))}))`;
    const trusting = await runKit(folder, [process.execPath, '-e', script]);
    const passing = [...expected.values()].filter(
      (one) => one.verdict === 'verified' && one.checks.every(({ outcome }) => outcome === 'pass'),
    );
    assert.equal(trusting.differing.size, COUNT - passing.length);
  });
});

function isMeant(expected: Expected | undefined, refused: readonly [number, string] | null): boolean {
  if (expected === undefined) return false;
  if (refused === null) return expected.verdict !== 'failed';
  const [number, code] = refused;
  return expected.checks.some((check) => check.number === number && check.codes.some((one) => one === code));
}
