import { isUtf8 } from 'node:buffer';
import { fail, ok, type Result } from '@common/base/result';
import type { CompanyFacts } from '@screener/engine/facts';
import { assembleCompanyFacts } from './assemble.ts';
import { gatherFacts } from './gather.ts';
import { parseWantedTags } from './wanted-tags.ts';

/** `corrupt_companyfacts`: not JSON, or not of the shape the SEC serves. `companyfacts_too_large`: over the limit. */
type CompanyFactsRefusal = 'corrupt_companyfacts' | 'companyfacts_too_large';

/** The largest files that the SEC serves are near 20 MB; what is far beyond that is no companyfacts file. */
export const COMPANYFACTS_BYTES_LIMIT = 128 * 1024 * 1024;

type FactsResult = Result<CompanyFacts, CompanyFactsRefusal>;

/**
 * Reads a companyfacts file (UTF-8 JSON as data.sec.gov serves it) and keeps the facts of the `wanted` qualified tags
 * (`us-gaap:Assets`) that stand in periodic reports. What is checked and what is left out stands at `gatherFacts`.
 *
 * The result is that of `parseCompanyFacts`: the layout that data.sec.gov serves is parsed in part, which takes half
 * the time, and any other as a whole.
 */
export function readCompanyFacts(bytes: Uint8Array, wanted: ReadonlySet<string>): FactsResult {
  const document = bytes.length > COMPANYFACTS_BYTES_LIMIT ? null : parseWantedTags(bytes, wanted);
  return document === null ? parseCompanyFacts(bytes, wanted) : interpret(document, wanted);
}

/** The same by a parse of the whole file, in any layout: what `readCompanyFacts` is measured and tested against. */
export function parseCompanyFacts(bytes: Uint8Array, wanted: ReadonlySet<string>): FactsResult {
  if (bytes.length > COMPANYFACTS_BYTES_LIMIT) {
    return fail(
      'companyfacts_too_large',
      `a companyfacts file has at most ${COMPANYFACTS_BYTES_LIMIT} bytes, this one ${bytes.length}`,
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

function interpret(document: unknown, wanted: ReadonlySet<string>): FactsResult {
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
