import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayConnect } from '../src/adapters/address-ranges.ts';
import { allowedUrl, listedAddresses } from '../src/use-cases/market-address.ts';

const LISTED = listedAddresses(['$BANK_URL/market/', 'https://rates.example/v1/fx', 'http://10.0.0.5:81/x'], {
  BANK_URL: 'http://127.0.0.1:8003',
});

const ALLOWED = [
  'http://127.0.0.1:8003/market/fx?base=EUR&quote=USD',
  'http://127.0.0.1:8003/market/',
  'https://rates.example/v1/fx',
  'https://rates.example/v1/fx/EUR?date=2026-01-01',
  'http://10.0.0.5:81/x',
];

const REFUSED = [
  // Another scheme, host, port
  'https://127.0.0.1:8003/market/fx',
  'http://127.0.0.1/market/fx',
  'http://127.0.0.1:8004/market/fx',
  'http://localhost:8003/market/fx',
  'http://rates.example/v1/fx',
  'https://rates.example:8443/v1/fx',
  'https://rates.example.evil.example/v1/fx',
  'https://evil.example/rates.example/v1/fx',
  'https://rates.example./v1/fx',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:8003/market/fx',
  'http://[::ffff:127.0.0.1]:8003/market/fx',
  'file:///etc/passwd',
  'gopher://127.0.0.1:8003/market/fx',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//127.0.0.1:8003/market/fx',
  '/market/fx',
  '',
  // Other spellings of the listed address
  'http://2130706433:8003/market/fx',
  'http://0x7f000001:8003/market/fx',
  'http://0x7f.0.0.1:8003/market/fx',
  'http://0177.0.0.1:8003/market/fx',
  'http://127.1:8003/market/fx',
  'http://127.0.0.1.:8003/market/fx',
  'http://127.0.0.1:08003/market/fx',
  'HTTP://127.0.0.1:8003/market/fx',
  'http:/127.0.0.1:8003/market/fx',
  'http:\\\\127.0.0.1:8003\\market\\fx',
  'http://１２７.0.0.1:8003/market/fx',
  'https://RATES.example/v1/fx',
  'https://rates.example:443/v1/fx',
  'https://rаtes.example/v1/fx',
  ' http://127.0.0.1:8003/market/fx',
  'http://127.0.0.1:8003/market/fx\n',
  'http://127.0.0.1:8003/mar\tket/fx',
  // A user, a fragment
  'http://127.0.0.1:8003@evil.example/market/fx',
  'http://evil.example@127.0.0.1:8003/market/fx',
  'http://:@127.0.0.1:8003/market/fx',
  'http://127.0.0.1:8003/market/fx#x',
  'http://127.0.0.1:8003/market/fx#',
  'http://evil.example#@127.0.0.1:8003/market/fx',
  // A path elsewhere
  'http://127.0.0.1:8003/',
  'http://127.0.0.1:8003/market',
  'http://127.0.0.1:8003/marketing/',
  'http://127.0.0.1:8003/transfers',
  'http://127.0.0.1:8003/market/../transfers',
  'http://127.0.0.1:8003/market/./fx',
  'http://127.0.0.1:8003/market/%2e%2e/transfers',
  'http://127.0.0.1:8003/market/.%2E/transfers',
  'http://127.0.0.1:8003/market/%2e%2e%2ftransfers',
  'http://127.0.0.1:8003/market/..%2ftransfers',
  'http://127.0.0.1:8003/market/..%5ctransfers',
  'http://127.0.0.1:8003/market/..\\transfers',
  'http://127.0.0.1:8003/market//fx',
  'http://127.0.0.1:8003//market/fx',
  'http://127.0.0.1:8003/market/%00',
  'https://rates.example/v1/fxx',
  `http://127.0.0.1:8003/market/${'x'.repeat(2_000)}`,
];

test('addresses under the list are allowed', () => {
  for (const url of ALLOWED) assert.ok(allowedUrl(url, LISTED).ok, url);
});

test('everything else is refused', () => {
  for (const url of REFUSED) assert.ok(!allowedUrl(url, LISTED).ok, url);
});

test('an entry that is not a plain address allows nothing', () => {
  const entries = [
    '$NOT_SET/market',
    '$lower/market',
    'ftp://x/y',
    'http://a@b/c',
    'http://h/p?q=1',
    '',
    '$',
  ];
  assert.deepEqual(listedAddresses(entries, { BANK_URL: 'http://b' }), []);
  assert.deepEqual(listedAddresses(['$BANK_URL/'], { BANK_URL: 'http://b/api/' }), [
    { origin: 'http://b', hostname: 'b', path: '/api/' },
  ]);
});

test('an address that is not public is reached only if the entry itself names it', () => {
  assert.ok(mayConnect('127.0.0.1', '127.0.0.1'));
  assert.ok(mayConnect('[::1]', '::1'));
  assert.ok(mayConnect('localhost', '127.0.0.1'));
  assert.ok(mayConnect('localhost', '::1'));
  assert.ok(!mayConnect('localhost', '10.0.0.1'));
  assert.ok(!mayConnect('127.0.0.1', '127.0.0.2'));
  assert.ok(!mayConnect('rates.example', '127.0.0.1'));
  assert.ok(!mayConnect('rates.example', '169.254.169.254'));
  assert.ok(mayConnect('rates.example', '1.1.1.1'));
});
