import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { OpenReceipt } from '../../src/objects/receipt.ts';
import { saidOf } from '../../src/verify/said.ts';

const read = (plugin: string) =>
  JSON.parse(readFileSync(new URL(`../../../plugins/${plugin}/manifest.json`, import.meta.url), 'utf8'));

/** What a receipt of this plugin says of a statement with these claims, as of an instant. */
function said(plugin: string, claims: readonly string[], asOf = '2026-04-30T00:00:00.000Z') {
  const statement = {
    subject: { kind: 'ticker', value: 'AAPL' },
    claims,
    as_of: asOf,
    issuer: 'screener.example',
  };
  const receipt = {
    what: { action: { statements: { screened: { statement } } } },
    why: { plugin: { manifest: read(plugin) } },
  } as unknown as OpenReceipt;
  return saidOf(receipt).map(({ words }) => words);
}

test('a receipt counts the claims of a statement as its plugin says, and lists them otherwise', () => {
  const all = ['compliant', 'aaoifi.pass', 'djim.pass'];
  assert.deepEqual(said('trading', all), [
    'AAPL was compliant by 2 of 2 methodologies on 2026-04-30, as screener.example signed',
  ]);
  // What is not so is never counted as so.
  assert.deepEqual(said('trading', ['not_screenable', 'aaoifi.pass', 'djim.fail', 'sp.unknown']), [
    'AAPL was compliant by 1 of 3 methodologies (not screenable) on 2026-04-30, as screener.example signed',
  ]);
  assert.deepEqual(said('trading', ['compliant']), [
    'AAPL: compliant, on 2026-04-30, as screener.example signed',
  ]);
  assert.deepEqual(said('treasury', all, '2026-04-30T09:00:00Z'), [
    'AAPL: compliant, aaoifi.pass, djim.pass, at 2026-04-30T09:00:00Z, as screener.example signed',
  ]);
  assert.deepEqual(saidOf({ what: { action: {} } } as unknown as OpenReceipt), []);
});
