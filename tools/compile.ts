import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { formatNoteKey, KEY_TYPES, noteKey } from '@platform/core/log/note/note-key';
import { openNoteKey } from '@platform/keys/key-files/note-key-file';
import { forEach } from './image/make.ts';
import { DOORS } from './image/services.ts';
import { ROOT_FOLDER } from './source/codebase.ts';
import { argsOf, EVIDENCE_CHECKER, SERVICES } from './start/services.ts';

/**
 * `node tools/compile.ts <folder> <uid>` stores the compiled code of all services in a folder, for an image
 * (ADR 0005). The user with that number only has to read it. It starts each service once, because Node
 * compiles code when it is first called. The deployment for this is at its default places while this runs.
 */
const START_MS = 120_000;
const MIB = 1_048_576;
const PLACES = ['var', 'out'].map((name) => join(ROOT_FOLDER, name));
const WITNESS = {
  entry: 'platform/witness/src/main.ts',
  options: [],
  folder: join(ROOT_FOLDER, 'var/witness'),
};

const [place, uid] = process.argv.slice(2);
if (place === undefined || uid === undefined || !/^\d+$/.test(uid)) {
  process.stderr.write('usage: node tools/compile.ts <folder> <uid>\n');
  process.exit(2);
}
const folder = resolve(place);
for (const each of [folder, ...PLACES]) await refuseIfThere(each);
const ports = [...Object.values(DOORS).map(({ port }) => port), 'WITNESS_PORT'];
// Drop settings of a deployment from the caller's shell, because these programs make keys and write to
// databases.
const { PATH, HOME } = process.env;
const env = {
  PATH,
  HOME,
  ...Object.fromEntries(ports.map((name) => [name, '0'])),
  NODE_COMPILE_CACHE: folder,
  SANAD_ENV_FILE: '',
  LOG_LEVEL: 'warn',
  // The console keeps what it makes of it beside its code.
  EVIDENCE_CHECKER,
  WITNESS_NAME: 'compile.invalid/1',
};
try {
  await run(['bin/sanad.cjs', 'keys', 'init'], null);
  await admitLog();
  for (const service of [...SERVICES, WITNESS]) await run(argsOf(service), / ready at /);
} finally {
  for (const each of PLACES) await rm(each, { recursive: true, force: true });
}
await give(uid);

async function refuseIfThere(path: string): Promise<void> {
  if ((await stat(path).catch(() => null)) === null) return;
  throw new Error(`${path} is there already, and what is made there now would be removed with it`);
}

/** A witness starts only with a log to cosign. */
async function admitLog(): Promise<void> {
  const { publicKey } = await openNoteKey(join(ROOT_FOLDER, 'var/platform/keys'), 'checkpoint');
  const key = noteKey(nodeCrypto, { name: 'compile.invalid/1', type: KEY_TYPES.log, publicKey });
  await mkdir(WITNESS.folder);
  await writeFile(join(WITNESS.folder, 'logs.policy'), `log ${formatNoteKey(key)}\nquorum none\n`);
}

/** Waits until a program ends. A service is stopped as soon as it is ready. */
function run(args: readonly string[], ready: RegExp | null): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: ROOT_FOLDER, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  let text = '';
  let isTold = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      // A second signal would end it at once.
      if (!isTold && ready?.test(text) === true) isTold = child.kill('SIGTERM');
    });
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) done();
      else reject(new Error(`${args.join(' ')} ended with ${code ?? signal}: ${text.trim()}`));
    });
  });
}

/**
 * Node looks in a folder whose name ends with its user's number, and makes files that only their owner may
 * read.
 */
async function give(uid: string): Promise<void> {
  const own = `-${process.getuid?.() ?? ''}`;
  const [made = '', ...others] = await readdir(folder);
  if (!made.endsWith(own) || others.length > 0)
    throw new Error(`${folder} has ${[made, ...others].join(', ')}, not one folder of this Node and user`);
  await rename(join(folder, made), join(folder, `${made.slice(0, -own.length)}-${uid}`));
  let [files, bytes] = [0, 0];
  await forEach(folder, async (path) => {
    const found = await stat(path);
    await chmod(path, found.isDirectory() ? 0o755 : 0o644);
    if (found.isFile()) [files, bytes] = [files + 1, bytes + found.size];
  });
  process.stdout.write(`compiled code: ${files} files, ${Math.round(bytes / MIB)} MiB, for user ${uid}\n`);
}
