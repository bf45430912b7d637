import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cusipInIsin, securityIdsOf, usableCusip, usableIsin } from '@screener/engine/funds/security-ids';
import { makeHolding } from './make-fund.ts';

test('a CUSIP counts only with the right check digit', () => {
  // Apple, Alphabet C, Microsoft; Linde with its letter.
  for (const cusip of ['037833100', '02079K107', '594918104', 'G54950103'])
    assert.equal(usableCusip(cusip), cusip);
  assert.equal(usableCusip(' 02079k107 '), '02079K107');
  for (const none of [
    null,
    '',
    'N/A',
    '000000000',
    '037833101',
    '03783310',
    '0378331000',
    '03783XXXX',
    '03783310X',
  ]) {
    assert.equal(usableCusip(none), null, String(none));
  }
});

test('an ISIN counts only with the right check digit', () => {
  for (const isin of ['US0378331005', 'IE000S9YS762', 'CH0044328745', 'AN8068571086']) {
    assert.equal(usableIsin(isin), isin);
  }
  for (const none of [
    null,
    '',
    'N/A',
    'US0378331006',
    'US037833100',
    'USAHJNP*@#11',
    'US03783310XXXX',
    '000000000000',
  ]) {
    assert.equal(usableIsin(none), null, String(none));
  }
  assert.equal(cusipInIsin('US0378331005'), '037833100');
  assert.equal(cusipInIsin('IE000S9YS762'), null);
});

test('tickers are spelled as the SEC does, and anything else is dropped', () => {
  const tickers = (ticker: string | null) => securityIdsOf(makeHolding({ ticker })).tickers;
  assert.deepEqual(tickers('aapl'), ['AAPL', 'AAP-L']);
  assert.deepEqual(tickers('BRK/B'), ['BRK-B']);
  assert.deepEqual(tickers('BRKB'), ['BRKB', 'BRK-B']);
  assert.deepEqual(tickers('V'), ['V']);
  for (const none of [null, '', 'N/A', '1234567ZZZZ', 'AAPL US Equity', 'TOOLONGTICKER', '-']) {
    assert.deepEqual(tickers(none), [], String(none));
  }
});

test('names are those of issuer and security, each once, and `N/A` is not a name', () => {
  const names = (name: string | null, title: string | null) =>
    securityIdsOf(makeHolding({ name, title })).names;
  assert.deepEqual(names('3M Co', '3M COMPANY'), ['3m co']);
  assert.deepEqual(names('N/A', 'Receive something'), ['receive something']);
  assert.deepEqual(names('Kroger Co/The', null), ['kroger co']);
  assert.deepEqual(names(null, ''), []);
});
