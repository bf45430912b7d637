import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { normaliseSic, parseSicCodes } from '../src/sic-codes.ts';
import { givenPath } from './given-files.ts';

const parse = (document: unknown) => parseSicCodes(new TextEncoder().encode(JSON.stringify(document)));

test('a SIC code has four digits', () => {
  assert.deepEqual(['3571', '100', '', '12', '35711', 'abcd', null, 3571].map(normaliseSic), [
    ...['3571', '0100', null, null, null, null, null, null],
  ]);
});

test('the list is keyed by code', () => {
  const codes = unwrap(parse({ sic_codes: [{ code: '100', office: 'Office', industry_title: 'CROPS' }] }));
  assert.deepEqual([...codes], [['0100', { code: '0100', title: 'CROPS', office: 'Office' }]]);
});

test('a list that is not in the SEC’s format is refused', () => {
  const sound = { code: '3571', office: 'Office', industry_title: 'COMPUTERS' };
  for (const rows of [
    undefined,
    [],
    [null],
    [{ ...sound, code: 3571 }],
    [sound, { ...sound, office: null }],
  ]) {
    const refused = parse({ sic_codes: rows });
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, 'corrupt_sic_codes');
  }
});

test("the SEC's own list", (t) => {
  const path = givenPath('sic/sic_codes.json');
  if (path === null) return t.skip('../shared/data/sic absent');
  const codes = unwrap(parseSicCodes(readFileSync(path)));
  assert.equal(codes.size, 444);
  assert.equal(codes.get('3571')?.title, 'ELECTRONIC COMPUTERS');
  assert.equal(codes.get('0100')?.title, 'AGRICULTURAL PRODUCTION-CROPS');
});
