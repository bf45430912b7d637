import { ok, type Result } from '@common/base/result';
import type { CompanyFacts } from '@screener/engine/facts';
import { parseCompanyFacts } from './parse.ts';
import { COMPANYFACTS_BYTES_LIMIT, type CompanyFactsRefusal } from './refusal.ts';
import { scanCompanyFacts } from './scan.ts';

/**
 * Reads a companyfacts file (UTF-8 JSON) and keeps the facts of the `wanted` qualified tags (`us-gaap:Assets`) that
 * stand in periodic reports. The result is that of `parseCompanyFacts`, where the rules are written down; a file
 * in the layout that data.sec.gov serves is read many times faster, any other by the full parse.
 */
export function readCompanyFacts(
  bytes: Uint8Array,
  wanted: ReadonlySet<string>,
): Result<CompanyFacts, CompanyFactsRefusal> {
  const scanned = bytes.length > COMPANYFACTS_BYTES_LIMIT ? null : scanCompanyFacts(bytes, wanted);
  return scanned === null ? parseCompanyFacts(bytes, wanted) : ok(scanned);
}
