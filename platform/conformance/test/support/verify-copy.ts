import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import { REPOSITORY } from '@common/kit/repository';
import { createLog } from '@common/kit/telemetry/log';
import { removeDirectory } from '@common/kit/testing';
import { createHttpAuthority } from '@platform/console/adapters/http-authority';
import { createHttpGateway } from '@platform/console/adapters/http-gateway';
import { createApp } from '@platform/console/app';
import { runVerifier } from '@platform/verifier/cli/program';
import type { Browser, Page } from 'playwright-core';

export const VECTORS = join(REPOSITORY, 'platform/conformance/vectors/receipts');

/** What the reader gives beside receipt and keys: the command’s options, whose names are those of the page’s inputs. */
type Beside = Readonly<Record<string, string>>;

interface VerifyCopy {
  readonly page: Page;
  readonly folder: string;
  /** What the command finds: its report, or why it takes a file for none. */
  byCommand(receipt: string, beside?: Beside): Promise<string>;
  /** What the page finds: the report that it gives its reader to keep, or why it takes a file for none. */
  byPage(receipt: string, beside?: Beside): Promise<string>;
  close(): void;
}

interface CopyOptions {
  /** Text of a key file that the reader trusts. Default: the published vectors’. */
  readonly keys?: string;
  /** The program that computes what statements claim. Default: none. */
  readonly evidenceChecker?: string | null;
}

/** The saved copy of `/verify` on a disk, in a browser without a network, with the reader’s keys chosen. */
export async function openVerifyCopy(browser: Browser, options: CopyOptions = {}): Promise<VerifyCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-verify-page-'));
  const copy = join(folder, 'sanad-verify.html');
  writeFileSync(copy, await readCopy(options.evidenceChecker ?? null));
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pathToFileURL(copy).href);
  await context.setOffline(true);
  const keys = join(folder, 'keys.json');
  writeFileSync(keys, options.keys ?? readFileSync(join(VECTORS, 'keys.json')));
  await page.locator('#keys-file').setInputFiles(keys);
  return {
    page,
    folder,
    byCommand: (receipt, beside = {}) => byCommand(folder, receipt, beside),
    byPage: (receipt, beside = {}) => byPage(page, receipt, beside),
    close: () => removeDirectory(folder),
  };
}

async function readCopy(evidenceChecker: string | null): Promise<string> {
  const http = createHttpClient();
  const app = await createApp({
    password: null,
    authority: createHttpAuthority('http://127.0.0.1:1'),
    venues: [],
    evidenceChecker,
    manifestOf: () => null,
    connectorOf: () => null,
    askServices: async () => [],
    now: () => '2026-06-01T12:00:00.000Z',
    gateway: createHttpGateway({ http, baseUrl: 'http://127.0.0.1:1', chatMs: 1 }),
    tokenFor: async () => fail('agent_secret_missing', 'None here.'),
    tokenIssuer: async () => fail('agent_secret_missing', 'None here.'),
    gatewayUrl: 'http://gateway.invalid',
    chatAccess: { isOn: false, hasPassword: false, isLocal: false },
    clock: () => Date.UTC(2026, 5, 1, 12),
    origin: () => 'http://localhost:8080',
    roots: [],
    log: createLog({ level: 'fatal' }),
    randomBytes,
  });
  const { body } = await app.inject('/verify/sanad-verify.html');
  await app.close();
  http.close();
  return body;
}

async function byCommand(folder: string, receipt: string, beside: Beside): Promise<string> {
  const report = join(folder, 'report.json');
  let err = '';
  const quiet = { columns: 100, colour: false, write: () => undefined };
  const options = Object.entries(beside).flatMap(([name, file]) => [`--${name}`, file]);
  const keys = ['--keys', join(folder, 'keys.json')];
  const code = await runVerifier([receipt, ...keys, '--report', report, ...options], {
    stdout: quiet,
    stderr: {
      ...quiet,
      write: (text) => {
        err += text;
      },
    },
    venues: () => [],
    version: () => '0',
    clock: Date.now,
  });
  return code === 2 ? err.replace('sanad-verify: ', '').trim() : readFileSync(report, 'utf8');
}

/** Gives the files to the page’s inputs by a script in it: the browser’s own way to choose a file takes far longer. */
async function byPage(page: Page, receipt: string, beside: Beside): Promise<string> {
  const contents = (file: string) => [basename(file), readFileSync(file, 'latin1')];
  const files = Object.entries({ ...beside, receipt }).map(([input, file]) => [input, ...contents(file)]);
  return page.evaluate(`(async () => {
    const answer = document.querySelector('#answer');
    const choose = (field, ...files) => {
      const chosen = new DataTransfer();
      for (const [name, text] of files) chosen.items.add(new File([Uint8Array.from(text, (each) => each.charCodeAt(0))], name));
      field.files = chosen.files;
      field.dispatchEvent(new Event('change'));
    };
    for (const field of document.querySelectorAll('[type=file]:not(#keys-file)')) field.files = new DataTransfer().files;
    answer.replaceChildren();
    // The receipt is the last: without it the page answers nothing.
    for (const [input, ...file] of ${JSON.stringify(files)}) choose(document.getElementById(input + '-file'), file);
    while (answer.firstElementChild === null) await new Promise((resolve) => setTimeout(resolve, 2));
    if (answer.querySelector(':scope > [role="alert"]') !== null) return answer.querySelector('p').innerText;
    const made = [];
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    URL.createObjectURL = (blob) => { made.push(blob); return createObjectURL.call(URL, blob); };
    HTMLAnchorElement.prototype.click = () => {};
    document.querySelector('#report-json').click();
    Object.assign(URL, { createObjectURL });
    HTMLAnchorElement.prototype.click = click;
    return made[0].text();
  })()`);
}
