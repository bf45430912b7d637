import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvTable } from '@common/base/csv';

test('every row of a table has every column, whatever it lacks', () => {
  assert.equal(
    csvTable(['symbol', 'value', 'note'], [{ symbol: 'AAPL', value: 0 }, { note: 'a, b' }, {}]),
    'symbol,value,note\r\nAAPL,0,\r\n,,"a, b"\r\n,,\r\n',
  );
});
