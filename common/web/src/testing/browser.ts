import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Files that run in one process share the browser, beside one another or, in a group, in turn. */
let running: { readonly browser: Promise<Browser>; users: number } | undefined;

/** What is done when all files of a group have ended (tools/testing/groups.ts); undefined if the file runs alone. */
function groupEndings(): (() => Promise<void>)[] | undefined {
  return (globalThis as { [GROUP_ENDINGS]?: (() => Promise<void>)[] })[GROUP_ENDINGS];
}
const GROUP_ENDINGS = Symbol.for('sanad.test.group-endings');

/** A real browser for a file's tests, which call the result. It ends with the tests. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  // Not before all: where a pattern leaves no test of the file, nothing would close it.
  beforeEach(async () => {
    if (browser !== undefined) return;
    running ??= start();
    running.users += 1;
    browser = await running.browser;
  });
  after(async () => {
    if (running === undefined || browser === undefined) return;
    running.users -= 1;
    if (running.users > 0) return;
    running = undefined;
    await browser?.close();
  });
  return () => {
    if (browser === undefined) throw new Error('only inside a test');
    return browser;
  };
}

/** In a group the group counts as a user, and its end closes the browser. */
function start(): { readonly browser: Promise<Browser>; users: number } {
  const browser = launch();
  const endings = groupEndings();
  endings?.push(async () => (await browser).close());
  return { browser, users: endings === undefined ? 0 : 1 };
}

/** Half the processor time of a page is spent on processes, threads and a graphics card that no test needs. */
const ARGUMENTS: string[] = [
  '--disable-gpu',
  // A page that goes elsewhere keeps its process.
  '--process-per-site',
  '--disable-site-isolation-trials',
  '--js-flags=--single-threaded',
  '--enable-features=NetworkServiceInProcess2',
];

async function launch(): Promise<Browser> {
  // Tests open only their own pages, and many containers allow no sandbox.
  const options = { chromiumSandbox: false, args: ARGUMENTS };
  return chromium.launch({ ...options, ...(await whichBrowser()) });
}

/**
 * The Chromium that npm installed, with its fonts and the libraries that a bare machine lacks; on other
 * systems, the machine's Chrome.
 */
async function whichBrowser(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const folder = await unpackedFolder();
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  return { executablePath: join(folder, 'chromium'), env: { ...process.env, ...env } };
}

/** Unpacked once, into the cache of node_modules; if that cannot be written, only for this process. */
async function unpackedFolder(): Promise<string> {
  const installed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const cache = join(installed, '../../.cache');
  const folder = join(cache, `sanad-browser-${version}`);
  if (existsSync(folder)) return folder;
  const mayKeep = await mkdir(cache, { recursive: true }).then(
    () => isWritable(cache),
    () => false,
  );
  const scratch = await mkdtemp(join(mayKeep ? cache : tmpdir(), 'sanad-browser-'));
  const release = track({ kind: 'directory', path: scratch });
  await unpack(scratch);
  if (!mayKeep) {
    const remove = () => removeDirectory(scratch).then(release);
    const endings = groupEndings();
    if (endings === undefined) after(remove);
    else endings.push(remove);
    return scratch;
  }
  // Another test process may have been faster.
  await rename(scratch, folder).catch(() => removeDirectory(scratch));
  release();
  return folder;
}

async function unpack(folder: string): Promise<void> {
  const program = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [program], {
    env: { TMPDIR: folder },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Chromium could not be unpacked: ${stderr}`);
  // Use only this font, so that widths of pages and numbers of sheets are the same on every machine. Other
  // scripts get empty boxes.
  const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
  await writeFile(join(folder, 'fonts.conf'), fonts);
  // The next run of the tests may be by another user.
  await chmod(join(folder, 'chromium'), 0o755);
  await chmod(folder, 0o755);
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
