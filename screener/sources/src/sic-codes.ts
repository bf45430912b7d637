import { fail, ok, type Result } from '@common/base/result';
import { parseJsonObject } from './json-document.ts';

/** One Standard Industrial Classification code as the SEC lists it. */
interface SicCode {
  /** Four digits. */
  readonly code: string;
  /** In the SEC's capitals: `AGRICULTURAL PRODUCTION-CROPS`. */
  readonly title: string;
  /** The office of the SEC that reviews such filers. */
  readonly office: string;
}

type SicCodesRefusal = 'corrupt_sic_codes';

/**
 * A SIC code in four digits. The SEC's list omits leading zeros (`100` is agricultural crops, 0100). Null if
 * there is none: empty, or not three or four digits.
 */
export function normaliseSic(sic: unknown): string | null {
  return typeof sic === 'string' && /^\d{3,4}$/.test(sic) ? sic.padStart(4, '0') : null;
}

/** Reads the SEC's list (`sic_codes`: code, office, industry_title), keyed by the four-digit code. */
export function parseSicCodes(bytes: Uint8Array): Result<ReadonlyMap<string, SicCode>, SicCodesRefusal> {
  const document = parseJsonObject(bytes, 'corrupt_sic_codes', 'the list of SIC codes');
  if (!document.ok) return document;
  const rows = document.value.sic_codes;
  if (!Array.isArray(rows) || rows.length === 0) {
    return fail('corrupt_sic_codes', 'the list of SIC codes has no sic_codes');
  }
  const codes = new Map<string, SicCode>();
  for (const [index, row] of rows.entries()) {
    const parsed = parseRow(row);
    if (parsed === null) {
      return fail('corrupt_sic_codes', `row ${index} is not a SIC code`, { row: index });
    }
    codes.set(parsed.code, parsed);
  }
  return ok(codes);
}

function parseRow(row: unknown): SicCode | null {
  if (typeof row !== 'object' || row === null) return null;
  const { code, industry_title: title, office } = row as Readonly<Record<string, unknown>>;
  const digits = normaliseSic(code);
  if (digits === null || typeof title !== 'string' || typeof office !== 'string') return null;
  return { code: digits, title, office };
}
