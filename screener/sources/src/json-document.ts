import { fail, ok, type Result } from '@common/base/result';

/** Reads a JSON object from bytes, or refuses, saying where the text stops being one. */
export function parseJsonObject<Code extends string>(
  bytes: Uint8Array,
  code: Code,
  what: string,
): Result<Readonly<Record<string, unknown>>, Code> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return fail(code, `${what} is not JSON in UTF-8: ${error instanceof Error ? error.message : error}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return fail(code, `${what} is not a JSON object`);
  }
  return ok(parsed as Readonly<Record<string, unknown>>);
}
