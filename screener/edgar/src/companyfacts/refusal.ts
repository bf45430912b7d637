import { fail } from '@common/base/result';

/** `corrupt_companyfacts`: not JSON, or not of the shape the SEC serves. `companyfacts_too_large`: over the limit. */
export type CompanyFactsRefusal = 'corrupt_companyfacts' | 'companyfacts_too_large';

/** The largest files that the SEC serves are near 20 MB; what is far beyond that is no companyfacts file. */
export const COMPANYFACTS_BYTES_LIMIT = 128 * 1024 * 1024;

/** Says at which byte the input is broken. */
export function corruptAt(offset: number, problem: string, path?: string) {
  const where = path === undefined ? '' : ` (${path})`;
  return fail<CompanyFactsRefusal>(
    'corrupt_companyfacts',
    `not a companyfacts file: ${problem} at byte ${offset}${where}; fetch the file again`,
    path === undefined ? { offset } : { offset, path },
  );
}
