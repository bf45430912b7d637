import { fail, ok, type Result } from '@common/base/result';
import { printable } from '@platform/core/verify/report-html';

/** The length limit of the protocol’s `Text`. */
export const MOST_REASON = 512;

/**
 * Reads why a person revokes or publishes. The reason is signed and shown to everyone, so it may have only
 * visible characters. Spaces around it are removed.
 */
export function readReason(given: string): Result<string, 'reason_invalid'> {
  const text = given.trim();
  if (text.length > MOST_REASON) {
    return fail('reason_invalid', `The reason has ${text.length} characters: write at most ${MOST_REASON}.`);
  }
  const shown = printable(text);
  if (shown === text) return ok(text);
  return fail(
    'reason_invalid',
    `The reason has a character that cannot be seen; written out, it reads: ${shown}. Remove it.`,
  );
}
