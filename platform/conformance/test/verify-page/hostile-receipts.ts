import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { browser } from '../console-pages/deployment.ts';
import { openVerifyCopy, VECTORS } from '../support/verify-copy.ts';

const vector = (name: string): string => readFileSync(join(VECTORS, name), 'utf8');
const EXECUTED = vector('executed.json');

/** Of every so many places in a receipt, one is changed: in the first receipt, and in others. */
const EVERY = size({ quick: 101, full: 7 });
const EVERY_OF_OTHERS = size({ quick: 401, full: 13 });
/** As many sections are taken from another receipt, or left out. */
const EVERY_SECTION = size({ quick: 7, full: 1 });

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The receipt with one value changed, for some of its places, the whole of it covered. */
function tampered(text: string, every: number): (readonly [name: string, text: string])[] {
  const places: (readonly (string | number)[])[] = [];
  const walk = (value: Json, path: readonly (string | number)[]): void => {
    if (typeof value !== 'object' || value === null) places.push(path);
    else for (const [name, each] of Object.entries(value)) walk(each, [...path, name]);
  };
  walk(JSON.parse(text), []);
  return places
    .filter((_, index) => index % every === 0)
    .map((path) => {
      const copy: Json = JSON.parse(text);
      const parent = path
        .slice(0, -1)
        .reduce<Json>((at, name) => Reflect.get(at as object, name), copy) as object;
      const name = path.at(-1) ?? '';
      Reflect.set(parent, name, changed(Reflect.get(parent, name)));
      return [path.join('.'), JSON.stringify(copy)] as const;
    });
}

function changed(value: Json): Json {
  if (typeof value === 'string')
    return value.endsWith('0') ? `${value.slice(0, -1)}1` : `${value.slice(0, -1)}0`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : 'x';
}

/** The receipt with each of its sections in turn taken from another receipt, and with each left out. */
function patched(text: string, from: string): (readonly [name: string, text: string])[] {
  const [own, other]: [Record<string, Json>, Record<string, Json>] = [JSON.parse(text), JSON.parse(from)];
  return Object.keys(own).flatMap((name) => {
    const { [name]: _, ...others } = own;
    const taken = JSON.stringify({ ...own, [name]: other[name] ?? null });
    return [[`${name} of another`, taken] as const, [`without ${name}`, JSON.stringify(others)] as const];
  });
}

const APPROVED = [
  ...['ed25519-file', 'ed25519-passkey', 'es256-file', 'es256-passkey', 'rs256-passkey'],
  'app-attest',
];

const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['whole', EXECUTED],
  ['denied', vector('denied.json')],
  ['revoked before', vector('revoked-before.json')],
  ['empty', ''],
  ['not JSON', 'receipt'],
  ['a list', '[]'],
  ['another object', '{"type":"sanad/mandate/1"}'],
  ['the type alone', '{"type":"sanad/receipt/0.3"}'],
  ['a byte order mark', `\ufeff${EXECUTED}`],
  ['a member twice', EXECUTED.replace('{', '{"type":"sanad/receipt/0.3",')],
  ['a lone surrogate', EXECUTED.replace('Invoice', '\\ud800')],
  ['a number too large', EXECUTED.replace(/"sequence":\s*0/, '"sequence":9007199254740993')],
  ['an unknown member', EXECUTED.replace('{', '{"constructor":1,')],
  ['a prototype', EXECUTED.replace('{', '{"__proto__":{"x":1},')],
  ['nested deeply', `{"type":"sanad/receipt/0.3","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['markup', EXECUTED.replace('Invoice', '<img src=x onerror=alert(1)></script>')],
  ['hidden characters', EXECUTED.replace('Invoice', 'In\u202evoice\u200b')],
  ['half of it', EXECUTED.slice(0, EXECUTED.length / 2)],
  ['twice', EXECUTED + EXECUTED],
  ['UTF-16', Buffer.from(EXECUTED, 'utf16le').toString('latin1')],
  ['a number as a power of ten', EXECUTED.replace(/"sequence":\s*0/, '"sequence":0e0')],
  ['a decimal of a whole number', EXECUTED.replace(/"sequence":\s*0/, '"sequence":0.0')],
  ['a comment', EXECUTED.replace('{', '{/* signed */')],
  ['a comma too many', EXECUTED.replace(/\}\s*$/, ',}')],
  ...APPROVED.map((name) => [name, vector(`approved-by/${name}.json`)] as const),
  ...tampered(EXECUTED, EVERY),
  ...['denied.json', 'second.json', 'approved-by/es256-passkey.json'].flatMap((name) =>
    tampered(vector(name), EVERY_OF_OTHERS),
  ),
  ...[
    ...patched(EXECUTED, vector('second.json')),
    ...patched(vector('second.json'), vector('denied.json')),
  ].filter((_, index) => index % EVERY_SECTION === 0),
];

describe('the page on a disk, without a network, against the command', () => {
  test('finds the same in many hostile receipts, one by one, and asks nobody for anything', async (t) => {
    const copy = await openVerifyCopy(browser());
    t.after(copy.close);
    const { page, folder } = copy;
    const atLeast = size({ quick: 40, full: 200 });
    assert.ok(HOSTILE.length >= atLeast, String(HOSTILE.length));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const [index, [name, text]] of HOSTILE.entries()) {
      const receipt = join(folder, `${index}.json`);
      writeFileSync(receipt, text);
      const [expected, found] = [await copy.byCommand(receipt), await copy.byPage(receipt)];
      // The page quotes the name of a file, which a stranger chose.
      const bare = (answer: string) => answer.replaceAll(receipt, `“${index}.json”`).replace(/\.$/, '');
      assert.equal(bare(found), bare(expected), name);
    }
    assert.deepEqual(asked, []);
    assert.equal(await page.evaluate("performance.getEntriesByType('resource').length"), 0);
  });
});
