import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSecSymbol } from '../../src/prices/sec-symbol.ts';

test('symbols from exchanges and vendors are converted to the SEC’s', () => {
  const pairs: [string, string | null][] = [
    ['AAPL', 'AAPL'],
    ['aapl', 'AAPL'],
    [' ETX        ', 'ETX'],
    ['BRK/B', 'BRK-B'],
    ['BRK.B', 'BRK-B'],
    ['BRK-B', 'BRK-B'],
    ['brk.b', 'BRK-B'],
    ['WFC^L', 'WFC-PL'],
    ['SPGpJ', 'SPG-PJ'],
    ['SPG-P-J', 'SPG-PJ'],
    ['SPG-PJ', 'SPG-PJ'],
    ['TY^', 'TY-P'],
    ['TYp', 'TY-P'],
    ['RAC/WS', 'RAC-WT'],
    ['AAC.WS', 'AAC-WT'],
    ['AAC.U', 'AAC-UN'],
    ['', null],
    ['A B', null],
    ['-B', null],
    ['BRK-', null],
    ['BRK/A/B', null],
    ['../etc', null],
    ['TOOLONGSYM', null],
  ];
  for (const [given, expected] of pairs) assert.equal(toSecSymbol(given), expected, given);
});
