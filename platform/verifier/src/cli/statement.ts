import { closeSync, openSync, readSync } from 'node:fs';
import { fail, ok, type Result } from '@common/base/result';
import { unreadableWords } from '@common/base/unreadable-file';
import { nodeCrypto } from '@common/evidence/node';
import {
  createStatementJudge,
  isStatementFile,
  type StatementJudgement,
} from '@platform/core/statement/judge-file';
import { createLineSplitter } from '@platform/core/statement/lines';
import type { VerifyOptions } from '@platform/core/verify/verification';

const CHUNK_BYTES = 1_048_576;
const BEGINNING_BYTES = 256;

/** Whether a file begins as an account statement does; false for one that cannot be read, or is no file. */
export function isStatement(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(BEGINNING_BYTES);
      // At a position, so that a pipe, which has none, is left as it is.
      const length = readSync(file, bytes, 0, BEGINNING_BYTES, 0);
      return isStatementFile(bytes.toString('utf8', 0, length));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** Judges a statement line by line, so that its length does not matter. */
export function judgeStatement(
  path: string,
  options: Pick<VerifyOptions, 'keys'>,
): Result<StatementJudgement, 'unreadable'> {
  const judge = createStatementJudge(nodeCrypto, options);
  try {
    for (const line of linesOf(path)) judge.take(line);
    return ok(judge.end());
  } catch (error) {
    return fail('unreadable', unreadableWords(path, error));
  }
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const splitter = createLineSplitter();
    for (let length = -1; length !== 0; ) {
      length = readSync(file, chunk, 0, CHUNK_BYTES, null);
      const lines = splitter.take(decoder.decode(chunk.subarray(0, length), { stream: length > 0 }));
      if (!lines.ok) throw new Error(lines.error.message);
      yield* lines.value;
    }
    yield* splitter.end();
  } finally {
    closeSync(file);
  }
}
