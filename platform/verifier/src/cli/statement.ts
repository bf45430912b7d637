import { closeSync, openSync, readSync } from 'node:fs';
import { fail, ok, type Result } from '@common/base/result';
import { MAX_TEXT_LENGTH } from '@common/evidence/canonical';
import { nodeCrypto } from '@common/evidence/node';
import {
  createStatementJudge,
  isStatementFile,
  type StatementJudgement,
} from '@platform/core/statement/judge-file';
import type { VerifyOptions } from '@platform/core/verify/verification';

const CHUNK_BYTES = 1_048_576;
const BEGINNING_BYTES = 256;
const NEWLINE = 0x0a;
/** Of a line, in bytes of UTF-8: what has more is no line of a statement. */
const MOST_LINE_BYTES = 4 * MAX_TEXT_LENGTH;

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
    const why = error instanceof Error ? error.message : String(error);
    return fail('unreadable', `${path} cannot be read: ${why}`);
  }
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let [rest, bytes]: [Buffer[], number] = [[], 0];
    for (;;) {
      const length = readSync(file, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) break;
      let start = 0;
      for (
        let end = chunk.indexOf(NEWLINE);
        end !== -1 && end < length;
        end = chunk.indexOf(NEWLINE, start)
      ) {
        yield textOf([...rest, chunk.subarray(start, end)]);
        [rest, bytes, start] = [[], 0, end + 1];
      }
      bytes += length - start;
      if (bytes > MOST_LINE_BYTES) throw new Error(`a line has more than ${MOST_LINE_BYTES} bytes`);
      if (start < length) rest.push(Buffer.from(chunk.subarray(start, length)));
    }
    if (rest.length > 0) yield textOf(rest);
  } finally {
    closeSync(file);
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
}
