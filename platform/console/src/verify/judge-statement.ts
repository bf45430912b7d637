import { fail, ok, type Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import {
  createStatementJudge,
  isStatementFile,
  type StatementJudgement,
} from '@platform/core/statement/judge-file';
import { createLineSplitter } from '@platform/core/statement/lines';
import type { VerifyOptions } from '@platform/core/verify/verification';
import { quoted } from '@platform/words/short';
import type { PageFile } from '../browser/dom.ts';

declare const TextDecoder: new (
  encoding: string,
  options?: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes?: ArrayBuffer, options?: { readonly stream: boolean }): string };

const MIB = 1_048_576;
/** Of a statement. Beyond it, a browser takes too long: the command has no limit. */
const MOST_MIB = 130;
/** About six receipts: between two pieces, the page can be drawn and used. */
const PIECE_BYTES = 65_536;
const BEGINNING_BYTES = 256;

/** Whether the file begins as an account statement does; false for one that cannot be read. */
export async function isStatement(file: PageFile): Promise<boolean> {
  try {
    const beginning = await file.slice(0, BEGINNING_BYTES).arrayBuffer();
    return isStatementFile(new TextDecoder('utf-8').decode(beginning));
  } catch {
    return false;
  }
}

interface Reading {
  readonly keys: VerifyOptions['keys'];
  /** Is told how much was read, from 0 to 1. Returns false to stop. */
  readonly goesOn: (share: number) => boolean;
}

/** Judges a statement line by line, as the command does. Null if it was stopped. */
export async function judgeStatement(
  file: PageFile,
  { keys, goesOn }: Reading,
): Promise<Result<StatementJudgement | null>> {
  const { size } = file;
  const name = quoted(file.name);
  if (size > MOST_MIB * MIB) {
    const mib = Math.ceil(size / MIB);
    return fail(
      'too_large',
      `${name} has ${mib} MiB. This page reads statements of up to ${MOST_MIB} MiB, about 12,000 payments; the command reads longer ones: npx sanad-verify statement.jsonl --keys keys.json`,
    );
  }
  const judge = createStatementJudge(webCrypto, keys === undefined ? {} : { keys });
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const splitter = createLineSplitter();
  try {
    for (let start = 0; start < size; start += PIECE_BYTES) {
      if (!goesOn(start / size)) return ok(null);
      const bytes = await file.slice(start, start + PIECE_BYTES).arrayBuffer();
      const lines = splitter.take(decoder.decode(bytes, { stream: start + PIECE_BYTES < size }));
      if (!lines.ok) return fail(lines.error.code, `${name}: ${lines.error.message}`);
      for (const line of lines.value) judge.take(line);
    }
  } catch {
    return fail('unreadable', `${name} cannot be read: it is not text in UTF-8, or it is gone`);
  }
  for (const line of splitter.end()) judge.take(line);
  return ok(judge.end());
}
