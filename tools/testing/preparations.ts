import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LINKED_LIBRARIES } from './prepare-libraries.ts';
import { PEOPLE } from './prepare-people.ts';
import { POSTGRES } from './prepare-postgres.ts';
import { PROGRAMS } from './prepare-programs.ts';
import { SEEDED_SNAPSHOT } from './prepare-snapshot.ts';

/** Something expensive that many tests share, made once before a run. */
export interface Preparation {
  readonly name: string;
  /**
   * The path of a module from the root. The preparation runs only if a chosen test file imports it, directly
   * or not.
   */
  readonly neededBy: string;
  /**
   * Makes something once for the whole run, in `folder`. `env` passes it to the tests. It imports other
   * packages only when it is called, since most runs do not need them.
   */
  prepare(folder: string): Promise<PreparedResource>;
}

interface PreparedResource {
  /** Names begin with `SANAD_TEST_`. */
  readonly env: Readonly<Record<string, string>>;
  close?(): Promise<void>;
}

/**
 * The preparations for tests. Each has a module for tests that uses what the environment names, and otherwise
 * does the work itself, so that one file also runs with `node --test`.
 */
export const PREPARATIONS: readonly Preparation[] = [
  LINKED_LIBRARIES,
  PEOPLE,
  POSTGRES,
  PROGRAMS,
  SEEDED_SNAPSHOT,
];

/**
 * Runs all `preparations` at once, each in its own folder, and puts their results into the environment. Then
 * it runs `tests`, which also get a folder. Afterwards, and on Ctrl-C, everything is closed and removed. Null
 * if a preparation failed, after reporting it.
 */
export async function withPreparations<T>(
  preparations: readonly Preparation[],
  tests: (folder: string) => Promise<T>,
): Promise<T | null> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-test-run-'));
  const prepared: PreparedResource[] = [];
  const undo = once(async () => {
    await Promise.allSettled(prepared.map((each) => each.close?.()));
    await rm(folder, { recursive: true, force: true });
  });
  const forgetSignals = onSignals(undo);
  try {
    const failed = await makeAll(preparations, folder, prepared);
    for (const { name, reason } of failed) {
      console.error(`no test was run: the preparation "${name}" failed:`, reason);
    }
    return failed.length > 0 ? null : await tests(folder);
  } finally {
    await undo();
    forgetSignals();
  }
}

/** Waits for all of them, even if one fails, because only then can their results be closed. */
async function makeAll(
  preparations: readonly Preparation[],
  folder: string,
  prepared: PreparedResource[],
): Promise<{ readonly name: string; readonly reason: unknown }[]> {
  const failed: { readonly name: string; readonly reason: unknown }[] = [];
  const make = async (preparation: Preparation): Promise<void> => {
    const { name } = preparation;
    const startedAt = performance.now();
    try {
      const own = join(folder, name);
      await mkdir(own);
      const made = await preparation.prepare(own);
      prepared.push(made);
      Object.assign(process.env, made.env);
      console.log(`prepared in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s: ${name}`);
    } catch (reason) {
      failed.push({ name, reason });
    }
  };
  await Promise.all(preparations.map(make));
  return failed;
}

/** A signal first undoes, then ends this process as it would have; a second one ends it at once. */
function onSignals(undo: () => Promise<void>): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const forget = () => {
    for (const signal of signals) process.off(signal, end);
  };
  const end = (signal: NodeJS.Signals) => {
    forget();
    void undo().finally(() => process.kill(process.pid, signal));
  };
  for (const signal of signals) process.on(signal, end);
  return forget;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
