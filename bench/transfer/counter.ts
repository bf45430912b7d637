/**
 * Loaded into a service before its own code (`node --import`): counts what costs time however fast the code is. What
 * takes another route than `node:http`, `node:sqlite`, `node:crypto` or `sodium-native` has to be added here.
 */
import crypto from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { COUNTS_FOLDER, type Counts, nothing } from './counts.ts';

const counts = nothing();

process.on('SIGUSR2', () => {
  const file = join(process.env[COUNTS_FOLDER] ?? '.', `${process.pid}.json`);
  writeFileSync(`${file}.new`, JSON.stringify(counts));
  renameSync(`${file}.new`, file);
});
subscribe('http.server.response.finish', () => {
  counts.exchanges += 1;
});
countSignatures();
countCommits();
await countFileSyncs();

function countSignatures(): void {
  watch(crypto, 'sign', 'signed');
  watch(crypto, 'verify', 'verified');
  syncBuiltinESMExports();
  let sodium: object;
  try {
    // The addon itself, as the package that signs and verifies loads it: it need not be there.
    const file = `sodium-native/prebuilds/${platform()}-${arch()}/sodium-native.node`;
    sodium = createRequire(new URL('../../platform/core/package.json', import.meta.url))(file);
  } catch {
    return;
  }
  watch(sodium, 'crypto_sign_detached', 'signed');
  watch(sodium, 'crypto_sign_verify_detached', 'verified');
}

function watch(target: object, name: string, count: keyof Counts): void {
  const original = Reflect.get(target, name);
  Reflect.set(target, name, (...args: unknown[]) => {
    counts[count] += 1;
    return Reflect.apply(original, target, args);
  });
}

/** Only what begins, writes or commits is watched; a statement that reads runs as always. */
function countCommits(): void {
  const changed = new WeakSet<DatabaseSync>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
    const statement = Reflect.apply(prepare, this, args);
    const [, verb = ''] = /^\s*(\w+)/.exec(args[0]) ?? [];
    if (/^(commit|end)$/i.test(verb)) {
      after(statement, 'run', () => {
        if (changed.delete(this)) counts.commits += 1;
      });
    } else if (/^rollback$/i.test(verb) && !/\bto\b/i.test(args[0])) {
      after(statement, 'run', () => changed.delete(this));
    } else if (/^(insert|update|delete|replace|with)$/i.test(verb)) {
      const note = (result: unknown) => {
        if (!hasChanged(result)) return;
        // A statement outside of a transaction is one by itself.
        if (this.isTransaction) changed.add(this);
        else if (verb.toLowerCase() !== 'with') counts.commits += 1;
      };
      for (const name of ['run', 'all', 'get'] as const) after(statement, name, note);
    }
    return statement;
  };
}

function after(statement: StatementSync, name: 'run' | 'all' | 'get', note: (result: unknown) => void): void {
  const original = statement[name] as (...args: SQLInputValue[]) => unknown;
  const watched = (...args: SQLInputValue[]) => {
    const result = Reflect.apply(original, statement, args);
    note(result);
    return result;
  };
  Object.assign(statement, { [name]: watched });
}

/** `run` tells how many rows changed; `returning` gives these rows. */
function hasChanged(result: unknown): boolean {
  if (Array.isArray(result)) return result.length > 0;
  if (typeof result === 'object' && result !== null && 'changes' in result) return Number(result.changes) > 0;
  return result !== undefined;
}

async function countFileSyncs(): Promise<void> {
  const handle = await open(import.meta.filename);
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of ['sync', 'datasync'] as const) {
    const original = prototype[name];
    prototype[name] = function (this: FileHandle) {
      counts.fileSyncs += 1;
      return Reflect.apply(original, this, []);
    };
  }
}
