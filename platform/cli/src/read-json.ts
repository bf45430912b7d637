import { readFile } from 'node:fs/promises';
import { fail, ok, type Result } from '@common/base/result';
import { unreadableWords } from '@common/base/unreadable-file';
import { parseStrict } from '@common/evidence/canonical';

/** Reads a text file; `-` is standard input. */
export async function readTextFile(file: string): Promise<Result<string, 'file_unusable'>> {
  try {
    return ok(await readFile(file === '-' ? '/dev/stdin' : file, 'utf8'));
  } catch (error) {
    return fail('file_unusable', unreadableWords(file, error));
  }
}

/** Parses a JSON file, as strictly as hashed content must be parsed. */
export async function readJsonFile(file: string): Promise<Result<unknown, 'file_unusable'>> {
  const text = await readTextFile(file);
  if (!text.ok) return text;
  const parsed = parseStrict(text.value);
  return parsed.ok ? parsed : fail('file_unusable', `${file}: ${parsed.error.message}`);
}
