import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '@common/base/result';
import { bundleScripts } from '@common/web/bundle';

/**
 * The program of an issuer that computes in the reader’s browser what its statements claim, from the evidence at hand, as
 * one classic script; null if the operator named none.
 */
export async function readEvidenceChecker(
  file: string | undefined,
): Promise<Result<string | null, 'unusable_settings'>> {
  if (file === undefined) return ok(null);
  try {
    const { 'evidence.js': script } = await bundleScripts({ 'evidence.js': pathToFileURL(file) });
    // Inside a string or a pattern, both are the same program.
    return ok(script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail('unusable_settings', `EVIDENCE_CHECKER (${file}) is no program for a browser: ${why}`);
  }
}
