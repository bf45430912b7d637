import type { BusinessFinding } from '@screener/engine/business/classify';

/**
 * Words a finding to fit the company: `alcohol: passes (soft drinks, under a code shared with alcohol; 10-K
 * 0001628280-26-010047)`, `tobacco: fails, by SIC code 2111`. `status` is the reader's word for the finding's
 * status.
 */
export function findingInWords(
  { label, matched_by: by, matched, note, source }: BusinessFinding,
  status: string,
): string {
  if (by === 'sic') return `${label}: ${status}, by SIC code ${matched}`;
  return `${label}: ${status} (${[note, source].filter((part) => part !== null).join('; ')})`;
}
