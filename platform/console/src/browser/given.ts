import { fail, ok, type Result } from '@common/base/result';
import { MAX_GIVEN_BYTES } from '@platform/core/verify/judge';
import { quoted } from '@platform/words/short';
import type { PageFile } from './dom.ts';

declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: ArrayBuffer): string };

/** Returns a file’s text. It does not even read a file that is larger than any receipt or key file, or than another limit. */
export async function textOfFile(
  file: PageFile,
  mostBytes: number = MAX_GIVEN_BYTES,
): Promise<Result<string, 'too_large' | 'unreadable'>> {
  if (file.size > mostBytes)
    return fail('too_large', `${quoted(file.name)} has more than ${mostBytes} bytes`);
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()));
  } catch {
    return fail('unreadable', `${quoted(file.name)} cannot be read: it is not text in UTF-8, or it is gone`);
  }
}
