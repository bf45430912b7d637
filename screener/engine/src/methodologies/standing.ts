import type { BusinessActivity } from '../business/classify.ts';
import type { CheckStatus } from './check.ts';

/** The labels of the company's prohibited lines of business that a methodology excludes. */
export function excludedLines(
  { findings }: Pick<BusinessActivity, 'findings'>,
  methodology: string,
): readonly string[] {
  const excluded = findings.filter(
    ({ status, not_excluded_by: others }) => status === 'fail' && !others.includes(methodology),
  );
  return [...new Set(excluded.map(({ label }) => label))];
}

/**
 * What a methodology says of a company, on its own page as inside a fund. An excluded business fails it whatever the
 * ratios; a business that is not known leaves it open, unless the ratios fail.
 */
export function standing(
  business: Pick<BusinessActivity, 'status'>,
  excludes: readonly string[],
  ratios: CheckStatus,
): CheckStatus {
  if (ratios === 'fail' || excludes.length > 0) return 'fail';
  return business.status === 'unknown' ? 'unknown' : ratios;
}
