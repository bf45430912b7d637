import { spawn } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Image, ignores, readDockerfile } from './dockerfile.ts';

/** The user of the image's programs here: by default the user who runs this. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface MadeImage {
  readonly image: Image;
  /** The program, which nobody may write to. */
  readonly folder: string;
  /** The data of the programs. */
  readonly state: string;
  /** The whole environment of the image's programs. */
  readonly env: Readonly<Record<string, string>>;
}

/** This is Debian's own path, without the folder that this was started from. */
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/** Runs the steps of the Dockerfile of `root` that make the program, in `place`, which must be empty. */
export async function makeAsImage(
  root: string,
  place: string,
  account: Account,
  say: (line: string) => void,
): Promise<MadeImage> {
  const image = readDockerfile(await readFile(join(root, 'Dockerfile'), 'utf8'));
  const [folder, state, home] = [join(place, 'program'), join(place, 'state'), join(place, 'home')];
  for (const each of [folder, state, home]) await mkdir(each, { mode: 0o755 });
  const ignored = ignores(await readFile(join(root, '.dockerignore'), 'utf8'));
  await cp(root, folder, {
    recursive: true,
    filter: (from) => from === root || !ignored(relative(root, from)),
  });
  for (const each of [folder, state, home]) await give(each, account);
  const args = { ...image.args, STATE_FOLDER: state, USER_ID: String(account.uid ?? process.getuid?.()) };
  for (const step of image.steps) {
    say(`RUN ${step}`);
    await run(['/bin/sh', '-c', step], {
      cwd: folder,
      env: { ...args, PATH: pathOfNpm(), HOME: home },
      account,
    });
  }
  // As in the image, its user cannot read files that others may not read.
  if (account.uid !== undefined) await give(folder, { uid: 0, gid: 0 });
  await forEach(folder, async (path, mode) => chmod(path, mode & 0o555));
  const inFolder = (text: string): string => text.replaceAll(image.folder, folder);
  const env = Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, inFolder(value)]));
  return { image, folder, state, env };
}

/** npm may be anywhere, but not in the folder whose `node_modules` this was started from. */
function pathOfNpm(): string {
  const elsewhere = (process.env.PATH ?? '').split(':').filter((each) => !each.includes('node_modules'));
  return [...new Set([...elsewhere, ...SYSTEM_PATH.split(':')])].join(':');
}

interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly account: Account;
}

/** Returns what the command printed; throws with its error output if it fails. */
export function run([program = '', ...args]: readonly string[], options: RunOptions): Promise<string> {
  const { cwd, env, account } = options;
  const child = spawn(program, args, { cwd, env, ...account, stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, complained] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${program} ended with ${code ?? signal}: ${complained.trim().slice(-2_000)}`));
    });
  });
}

async function give(folder: string, { uid, gid }: Account): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  await forEach(folder, (path) => chown(path, uid, gid));
}

/** Visits each file and folder, the folder itself last, but no links. */
export async function forEach(
  folder: string,
  act: (path: string, mode: number) => Promise<void>,
): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await forEach(path, act);
    else if (!entry.isSymbolicLink()) await act(path, (await lstat(path)).mode);
  }
  await act(folder, (await lstat(folder)).mode);
}
