import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Addendum } from '@platform/core/objects/log';
import { accepted, addendumTo, SETTLEMENT } from '../../../core/test/verify/settled-story.ts';
import { CAST, keysOf } from '../../../core/test/verify/story.ts';
import { fileWith, run, temporaryFolder } from '../run.ts';

const RECEIPT = accepted({ settlement: SETTLEMENT });
const ACTION = 'pay 250 EUR to acme for INVOICEINV7';

/** What the command says of the receipt in words, as JSON and as a page. */
async function said(t: TestContext, addendum: Addendum, receipt: object = RECEIPT) {
  const folder = temporaryFolder(t);
  const page = join(folder, 'report.html');
  const args = [
    fileWith(folder, 'receipt.json', receipt),
    ...['--keys', fileWith(folder, 'keys.json', keysOf(CAST))],
    ...['--addendum', fileWith(folder, 'addendum.json', addendum)],
  ];
  const { code, out } = await run([...args, '--report', page]);
  const { out: json } = await run([...args, '--json']);
  return { code, out, json: JSON.parse(json), page: readFileSync(page, 'utf8') };
}

test('the title says what came of a payment, and only one that settled is called paid', async (t) => {
  for (const [state, title, but] of [
    ['settled', `Paid${ACTION.slice(3)}`, null],
    ['failed', `Accepted, but later failed: ${ACTION}`, 'But it failed on'],
    ['returned', `Accepted, but later returned: ${ACTION}`, 'But it was returned on'],
  ] as const) {
    const { code, out, page, json } = await said(t, addendumTo(RECEIPT, { settled: { state } }));
    assert.equal(code, 0);
    assert.equal(out.split('\n')[0], title);
    assert.ok(page.includes(`<h1>${title}</h1>`), title);
    for (const text of [out, page])
      assert.equal(
        text.includes(`${but} 2026-06-02, as bank, an adapter of bank.example, says.`),
        but !== null,
      );
    const { words, ...told } = json.addenda[0];
    assert.deepEqual(told, { holds: true, state, at: '2026-06-02T10:00:00.000Z', reasons: [] });
    assert.match(words, new RegExp(`, ${state} on 2026-06-02, as bank`));
  }
});

test('an addendum that does not hold is in every answer, which then claims nothing', async (t) => {
  const forged = addendumTo(RECEIPT, { by: CAST.authority });
  const { code, out, page, json } = await said(t, forged);
  assert.equal(code, 1);
  for (const text of [out, page]) {
    assert.match(text, /(^|<h1>)What became of it is not shown/);
    assert.match(text, /But an addendum that you gave does not hold\./);
    assert.doesNotMatch(text, /(^|<h1>)Paid/);
  }
  assert.equal(json.addenda[0].holds, false);
  assert.match(json.addenda[0].reasons.join(), /the signer of the addendum is "authority"/);
});

test('beside a receipt that fails, no addendum says anything', async (t) => {
  const altered = { ...RECEIPT, what: { ...RECEIPT.what, tier: 'other' } };
  const { code, out, json } = await said(t, addendumTo(RECEIPT, {}), altered);
  assert.equal(code, 1);
  assert.match(out, /^This receipt does not hold\n/);
  assert.doesNotMatch(out, /What became of it later|settled on/);
  assert.deepEqual(json.addenda, []);
});
