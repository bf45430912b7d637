import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '@common/base/result';
import type { CompanyFacts } from '@screener/engine/facts';
import type { WantedTags } from '@screener/engine/stored-tags';
import { assembleCompanyFacts } from './assemble.ts';
import { gatherFacts } from './gather.ts';
import { parseWantedTags } from './wanted-tags.ts';

/** `corrupt_companyfacts`: not JSON, or not of the shape the SEC serves. `companyfacts_too_large`: over the limit. */
type CompanyFactsRefusal = 'corrupt_companyfacts' | 'companyfacts_too_large';

/** The SEC's largest files are close to 20 MB; anything far larger is not a companyfacts file. */
export const COMPANYFACTS_BYTES_LIMIT = 128 * 1024 * 1024;

type FactsResult = Result<CompanyFacts, CompanyFactsRefusal>;

/**
 * Reads a companyfacts file (UTF-8 JSON as data.sec.gov serves it) and keeps the facts of the `wanted`
 * qualified tags (`us-gaap:Assets`) that are in periodic reports. `gatherFacts` says what is checked and what
 * is left out.
 *
 * The result equals that of `parseCompanyFacts`: a file in the layout that data.sec.gov serves is parsed only
 * in part, which takes half the time, and any other in full.
 *
 * INVARIANT: use this only for bytes that a checksum confirms. Damage across several tags can hide a wanted
 * one from the partial parse; `parseCompanyFacts` refuses it.
 */
export function readCompanyFacts(bytes: Uint8Array, wanted: WantedTags): FactsResult {
  const document = bytes.length > COMPANYFACTS_BYTES_LIMIT ? null : parseWantedTags(bytes, wanted);
  return document === null ? parseCompanyFacts(bytes, wanted) : interpret(document, wanted);
}

/** The same result from a full parse, in any layout. For bytes of unknown integrity: a plain file, a download. */
export function parseCompanyFacts(bytes: Uint8Array, wanted: WantedTags): FactsResult {
  if (bytes.length > COMPANYFACTS_BYTES_LIMIT) {
    return fail(
      'companyfacts_too_large',
      `a companyfacts file may have at most ${COMPANYFACTS_BYTES_LIMIT} bytes; this one has ${bytes.length}`,
      { bytes: bytes.length, limit: COMPANYFACTS_BYTES_LIMIT },
    );
  }
  if (!isUtf8(bytes)) return corrupt('not UTF-8');
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return corrupt(`not JSON (${error.message})`);
  }
  return interpret(document, wanted);
}

function interpret(document: unknown, wanted: WantedTags): FactsResult {
  const gathered = gatherFacts(document, wanted);
  if (!('expected' in gathered)) return ok(assembleCompanyFacts(gathered));
  const path = gathered.path.join('.');
  return corrupt(`${gathered.expected}${path === '' ? '' : ` at ${path}`}`, { path });
}

function corrupt(problem: string, detail?: { readonly path: string }) {
  return fail<CompanyFactsRefusal>(
    'corrupt_companyfacts',
    `not a companyfacts file: ${problem}; fetch the file again`,
    detail,
  );
}
