import { DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '@common/base/result';
import { isRetryable } from '../failures.ts';

/** A process that ends may take this long to release what it holds. It blocks the thread. */
const WAIT_MS = 5_000;

/**
 * Holds a SQLite file for this process, and others out, by a lock of the operating system on an empty file beside it. The
 * file itself stays open to readers, and a process that dies holds nothing.
 */
export function holdAlone(
  file: string,
  waitMs = WAIT_MS,
): Result<{ readonly release: () => void }, 'held_elsewhere'> {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isRetryable(error)) throw error;
    return fail('held_elsewhere', 'another process has this file open, and only one may: stop it first');
  }
  return ok({ release: () => lock.close() });
}
