import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { version } from 'esbuild';
import { SERVICES } from '../start/services.ts';
import { bundle, manifestsOf } from './bundle.ts';

/**
 * `node tools/bundle/make.ts <entry>` bundles a program, and with `tools/start.ts` all services; `tools/node.cjs` calls it at
 * a first start. Without a name it bundles every program (`npm run bundle`).
 */
const VERIFIER = 'platform/verifier/src/main.ts';
const WITNESS = 'platform/witness/src/main.ts';
const COMMANDS = [
  'screener/cli/src/main.ts',
  'platform/cli/src/main.ts',
  'platform/authority/src/cli/main.ts',
  'platform/witness/src/cli/main.ts',
  'tools/doctor.ts',
  'tools/backup.ts',
];

interface Finder {
  /** The bundle of present sources, if there is one. */
  keptBundle(root: string, folder: string, entry: string): string | null;
  /** Where the record of a program's bundle is kept: its folder and its inputs. */
  recordOf(folder: string, entry: string): string;
  /** This changes whenever the file does. */
  stampOf(file: string): string;
  hashOf(file: string): string;
}

const { keptBundle, recordOf, stampOf, hashOf }: Finder = createRequire(import.meta.url)('./find.cjs');
const ROOT = realpathSync(join(import.meta.dirname, '../..'));
/** How the bundle is made counts as its input. */
const RECIPE = ['tools/bundle/bundle.ts', 'tools/bundle/make.ts', 'tools/bundle/find.cjs'];
/** The clock of files runs in steps, a few milliseconds behind. */
const CLOCK_STEP_MS = 20;
const MOST_TRIES = 5;
/** A program that started from an older bundle may still load a part of it. */
const KEPT_MS = 7 * 86_400_000;

/**
 * Bundles programs together into a new part of `folder` that is named after the content of all inputs, and keeps a record for
 * each. INVARIANT: the part and each record appear whole, so that any number of first starts at once are safe.
 */
export async function makeBundles(root: string, folder: string, entries: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    if (entries.every((entry) => keptBundle(root, folder, entry) !== null)) return;
    const startedAt = Date.now() - CLOCK_STEP_MS;
    const draft = await mkdtemp(join(folder, 'draft-'));
    try {
      const named = entries.map((entry) => ({ in: entry, out: nameOf(entry) }));
      const read = await bundle({ root, entries: named, folder: draft });
      const common = [...manifestsOf(root), ...RECIPE.filter((path) => existsSync(join(root, path)))];
      const inputs = inputsOf(root, [...new Set([...read.values()].flat()), ...common]);
      // The bundle may have the earlier content of a file that has changed meanwhile.
      if (inputs.some(({ changedMs }) => changedMs >= startedAt)) continue;
      const part = partOf(root, inputs);
      // Services run under another account than the one that installs them.
      await chmod(draft, 0o755);
      await appear(draft, join(folder, part));
      for (const entry of entries) {
        const own = new Set([...(read.get(entry) ?? []), ...common]);
        const program = `${part}/${nameOf(entry)}.mjs`;
        const kept = inputs
          .filter(({ path }) => own.has(path))
          .map(({ path, stamp, hash }) => [path, stamp, hash]);
        await keepRecord(recordOf(folder, entry), JSON.stringify({ made: root, program, inputs: kept }));
      }
      return removeOld(folder, Date.now());
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  throw new Error(`the sources of ${entries[0]} changed each time while they were bundled`);
}

interface Input {
  readonly path: string;
  readonly stamp: string;
  readonly hash: string;
  readonly changedMs: number;
}

function inputsOf(root: string, paths: readonly string[]): readonly Input[] {
  return paths.map((path) => {
    const file = join(root, path);
    return { path, stamp: stampOf(file), hash: hashOf(file), changedMs: statSync(file).ctimeMs };
  });
}

function partOf(root: string, inputs: readonly Input[]): string {
  const contents = inputs.map(({ path, hash }) => `${path} ${hash}`).sort();
  return createHash('sha256')
    .update([version, root, ...contents].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

function nameOf(entry: string): string {
  return basename(recordOf('', entry), '.json');
}

/** Another start may have made the same meanwhile. */
async function appear(draft: string, place: string): Promise<void> {
  try {
    await rename(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

async function keepRecord(place: string, text: string): Promise<void> {
  const draft = `${place}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, place);
}

/** INVARIANT: a part that a record names is kept, however old: a program that runs for months loads from it. */
export async function removeOld(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder);
  const used = new Set(
    names.filter((name) => name.endsWith('.json')).map((name) => partIn(join(folder, name))),
  );
  for (const name of names) {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (!used.has(name) && found?.isDirectory() === true && nowMs - found.mtimeMs > KEPT_MS)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** The part that a record names; null if the record was replaced meanwhile by something unreadable. */
function partIn(record: string): string | null {
  try {
    const { program }: { program: string } = JSON.parse(readFileSync(record, 'utf8'));
    return program.split('/')[0] ?? null;
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const folder = join(ROOT, 'node_modules/.cache/bundles');
  const [named, ...others] = process.argv.slice(2);
  const services = ['tools/start.ts', ...SERVICES.map(({ entry }) => entry)];
  if (named === 'tools/start.ts') await makeBundles(ROOT, folder, services);
  else if (named !== undefined) await makeBundles(ROOT, folder, [named, ...others]);
  else
    for (const entries of [[...services, WITNESS], COMMANDS, [VERIFIER]])
      await makeBundles(ROOT, folder, entries);
}
