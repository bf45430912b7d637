/** A filer's SEC number as this project writes it: ten digits, zero-padded. */
export type Cik = string;

const MOST_DIGITS = 10;
const DIGITS = /^\d{1,10}$/;

/**
 * The ten-digit form of a CIK. The SEC's own files write it as a number (`320193`) or as a padded string
 * (`"0000320193"`). Null for anything else.
 */
export function normaliseCik(cik: unknown): Cik | null {
  if (typeof cik === 'string') return DIGITS.test(cik) ? cik.padStart(MOST_DIGITS, '0') : null;
  if (typeof cik !== 'number' || !Number.isSafeInteger(cik) || cik < 0) return null;
  const digits = String(cik);
  return DIGITS.test(digits) ? digits.padStart(MOST_DIGITS, '0') : null;
}

/** True for the ten-digit form itself. */
export function isCik(text: string): boolean {
  return /^\d{10}$/.test(text);
}
