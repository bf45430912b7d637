import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fail } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import { createLog } from '@common/kit/log';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { useBrowser } from '@common/web/testing/browser';
import { createHttpAuthority } from '@platform/console/adapters/http-authority';
import { createHttpGateway } from '@platform/console/adapters/http-gateway';
import { createApp } from '@platform/console/app';
import { runVerifier } from '@platform/verifier/cli/program';
import type { Page } from 'playwright-core';

const VECTORS = join(REPOSITORY, 'platform/conformance/vectors/receipts');
const vector = (name: string): string => readFileSync(join(VECTORS, name), 'utf8');
const EXECUTED = vector('executed.json');

/** Of every so many places in a receipt, one is changed. */
const EVERY = 7;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The receipt with one value changed, for some of its places, the whole of it covered. */
function tampered(text: string): (readonly [name: string, text: string])[] {
  const places: (readonly (string | number)[])[] = [];
  const walk = (value: Json, path: readonly (string | number)[]): void => {
    if (typeof value !== 'object' || value === null) places.push(path);
    else for (const [name, each] of Object.entries(value)) walk(each, [...path, name]);
  };
  walk(JSON.parse(text), []);
  return places
    .filter((_, index) => index % EVERY === 0)
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
  ...tampered(EXECUTED),
];

const browser = useBrowser();
let folder = '';
let page: Page;

async function openCopy(): Promise<void> {
  const http = createHttpClient();
  folder = mkdtempSync(join(tmpdir(), 'sanad-verify-page-'));
  const app = await createApp({
    password: null,
    authority: createHttpAuthority('http://127.0.0.1:1'),
    venues: [],
    manifestOf: () => null,
    askServices: async () => [],
    now: () => '2026-06-01T12:00:00.000Z',
    gateway: createHttpGateway({ http, baseUrl: 'http://127.0.0.1:1', chatMs: 1 }),
    tokenFor: async () => fail('agent_secret_missing', 'None here.'),
    chatAccess: { isOn: false, hasPassword: false, isLocal: false },
    clock: () => Date.UTC(2026, 5, 1, 12),
    origin: () => 'http://localhost:8080',
    roots: [],
    log: createLog({ level: 'fatal' }),
    randomBytes,
  });
  const copy = join(folder, 'sanad-verify.html');
  writeFileSync(copy, (await app.inject('/verify/sanad-verify.html')).body);
  await app.close();
  http.close();
  const context = await browser().newContext();
  page = await context.newPage();
  await page.goto(pathToFileURL(copy).href);
  await context.setOffline(true);
  await page.locator('#keys-file').setInputFiles(join(VECTORS, 'keys.json'));
}
after(() => (folder === '' ? undefined : removeDirectory(folder)));

/** What the command finds: its report, or why it takes the file for none. */
async function byCommand(receipt: string): Promise<string> {
  const report = join(folder, 'report.json');
  let err = '';
  const quiet = { columns: 100, colour: false, write: () => undefined };
  const code = await runVerifier([receipt, '--keys', join(VECTORS, 'keys.json'), '--report', report], {
    stdout: quiet,
    stderr: {
      ...quiet,
      write: (text) => {
        err += text;
      },
    },
    venues: () => [],
    version: () => '0',
  });
  return code === 2 ? err.replace('sanad-verify: ', '').trim() : readFileSync(report, 'utf8');
}

async function byPage(receipt: string): Promise<string> {
  await page.evaluate("document.querySelector('#answer').replaceChildren()");
  await page.locator('#receipt-file').setInputFiles(receipt);
  await page.locator('#answer > *').first().waitFor();
  if ((await page.locator('#answer > [role="alert"]').count()) > 0)
    return page.locator('#answer p').innerText();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  return readFileSync(await (await saved).path(), 'utf8');
}

describe('the page on a disk, without a network, against the command', () => {
  test('finds the same in every receipt, hostile ones too', async () => {
    await openCopy();
    assert.ok(HOSTILE.length > 50);
    for (const [index, [name, text]] of HOSTILE.entries()) {
      const receipt = join(folder, `${index}.json`);
      writeFileSync(receipt, text);
      const [expected, found] = [await byCommand(receipt), await byPage(receipt)];
      const bare = (answer: string) => answer.replaceAll(receipt, `${index}.json`).replace(/\.$/, '');
      assert.equal(bare(found), bare(expected), name);
    }
  });
});
