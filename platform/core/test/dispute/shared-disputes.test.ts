import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { judgeDispute } from '../../src/dispute/judge-dispute.ts';
import { readDispute } from '../../src/dispute/read-dispute.ts';
import { sharedVectors } from '../verify/shared-vectors.ts';
import { AIR, type Answer, CLAIMED_KEYS, CLAIMS } from './claimed-disputes.ts';

function answerTo(text: string): Answer {
  const read = readDispute(text);
  return read.ok ? judgeDispute(nodeCrypto, read.value, { keys: CLAIMED_KEYS }).answer : 'unusable';
}

interface ClaimIndex {
  readonly cases: readonly {
    readonly test_id: string;
    readonly expected_result: string;
    readonly reason_code: string;
  }[];
}

test('claims about receipts: what others reject is not inside, and what they accept is', (t) => {
  const folder = sharedVectors('evidence/receipt-claim');
  if (folder === null) return t.skip('needs ../shared/vectors/evidence/receipt-claim');
  const index = join(folder, 'conformance/receipt-claim/fixtures/index.json');
  const { cases }: ClaimIndex = JSON.parse(readFileSync(index, 'utf8'));
  assert.equal(cases.length, 11);
  for (const { test_id: id, expected_result: expected, reason_code: code } of cases) {
    const claim = CLAIMS[code];
    assert.ok(claim !== undefined, `${id}: ${code} is not among ours`);
    const answer = answerTo(claim());
    assert.match(answer, expected === 'accept' ? /^inside$/ : /^(outside|failed)$/, `${id} ${code}`);
  }
});

test('AIR: what fails there is not inside here', (t) => {
  const folder = sharedVectors('evidence/air');
  if (folder === null) return t.skip('needs ../shared/vectors/evidence/air');
  const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readFileSync(join(folder, 'test-vectors/expected.json'), 'utf8'),
  );
  for (const [name, [answer, make]] of Object.entries(AIR)) {
    const theirs = Object.values(expected[name] ?? assert.fail(`${name} is not among theirs`));
    assert.equal(answerTo(make()), answer, name);
    if (theirs.includes('fail')) assert.notEqual(answer, 'inside', name);
  }
});
