import { readFile } from 'node:fs/promises';
import { fail, type Result } from '@common/base/result';
import { parseStrict } from '@platform/proof/canonical';

/** Parses a JSON file, as strictly as hashed content must be parsed; `-` is standard input. */
export async function readJsonFile(file: string): Promise<Result<unknown, 'file_unusable'>> {
  let text: string;
  try {
    text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('file_unusable', `${file} cannot be read: ${why}`);
  }
  const parsed = parseStrict(text);
  return parsed.ok ? parsed : fail('file_unusable', `${file}: ${parsed.error.message}`);
}
