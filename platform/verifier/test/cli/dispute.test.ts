import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Dispute } from '@platform/core/objects/dispute';
import type { Receipt } from '@platform/core/objects/receipt';
import { withhold } from '@platform/core/receipt/view';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { fileWith, published, readPublished, run, temporaryFolder } from '../run.ts';

const EXECUTED = readPublished<Receipt>('executed.json');
const KEYS = ['--keys', published('keys.json')];

/** The answer about a dispute over a published receipt. */
async function judged(t: TestContext, changes: Partial<Dispute>, options: readonly string[] = KEYS) {
  const dispute = {
    ...{ type: 'sanad/dispute/1', made_at: '2026-06-02T00:00:00.000Z', ground: 'amount' },
    ...{ claim: null, answer: null, receipt: EXECUTED, others: [], kept: [], standing: null, movements: [] },
    ...changes,
  };
  const file = fileWith(temporaryFolder(t), 'dispute.json', dispute);
  return run([file, ...options]);
}

test('what is inside exits with 0 under the reader’s keys, and with 3 or 0 under those of the file', async (t) => {
  const { code, out } = await judged(t, { claim: { by: 'Acme', words: 'It was 2,500.' } });
  assert.equal(code, 0);
  assert.match(out, /^Inside what amal signed: to pay 250 EUR to acme/);
  assert.match(out, /The amount \(in dispute\): inside\n {2}inside +each time: at most [\d,]+ EUR each/);
  assert.match(out, /on the word of authority and pep: when it was proposed/);
  assert.match(out, /vouched for by nobody\n {2}- The claim of “Acme”: “It was 2,500\.”/);
  assert.equal((await judged(t, {}, [])).code, 3);
  assert.equal((await judged(t, {}, ['--allow-self-consistent'])).code, 0);
});

test('the answer is written for programs: the ids and words of each point', async (t) => {
  const report = join(temporaryFolder(t), 'answer.json');
  const { code, out } = await judged(t, { receipt: readPublished('denied.json') }, [
    ...KEYS,
    ...['--json', '--report', report],
  ]);
  assert.equal(readFileSync(report, 'utf8'), out);
  const { answer, exit, points } = JSON.parse(out);
  assert.deepEqual([answer, exit], ['refused', code]);
  const cap = points.find(({ id }: { readonly id: string }) => id === 'amount/rule:amount_max');
  assert.deepEqual([cap.answer, cap.found], ['outside', '600 EUR is above the mandate’s 500 EUR limit']);
  assert.equal((await judged(t, {}, [...KEYS, '--report', 'answer.html'])).code, 2);
});

test('what was refused exits with 0, what is not what it says with 1, and a file that is no dispute with 2', async (t) => {
  const denied = await judged(t, { receipt: readPublished('denied.json') });
  assert.equal(denied.code, 0);
  assert.match(
    denied.out.replace(/\s+/g, ' '),
    /^Refused, and nothing was sent: to pay 600 EUR to acme for INVOICEINV7 is outside what amal signed: 600 EUR is above/,
  );
  const altered = await judged(t, { receipt: { ...EXECUTED, receipt_id: `rcpt_${'7'.repeat(24)}` } });
  assert.equal(altered.code, 1);
  assert.match(altered.out, /^This file decides nothing.*\n\nProblems\n {2}- check 2/);
  const unusable = await judged(t, { others: 'none' as never });
  assert.equal(unusable.code, 2);
  assert.match(unusable.err, /not a dispute file: \/others/);
  assert.equal((await judged(t, {}, ['--as-of', '2026-06-01T09:00:00Z'])).code, 2);
});

test('what is withheld is named, and leaves it undecided: exit 4', async (t) => {
  const receipt = unwrap(readReceipt(nodeCrypto, EXECUTED));
  const { view } = unwrap(withhold(receipt, ['amount']));
  const { code, out } = await judged(t, { receipt: view });
  assert.equal(code, 4);
  assert.match(
    out.replace(/\s+/g, ' '),
    /^It cannot be decided whether this is inside what amal signed: to pay \(withheld\) EUR to acme for INVOICEINV7, because the amount is withheld, so nobody can say/,
  );
});
