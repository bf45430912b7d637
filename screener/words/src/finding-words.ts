import type { BusinessFinding } from '@screener/engine/business/classify';
import { FINDINGS as AR } from './ar/findings.ts';
import { FINDINGS as EN } from './en/findings.ts';
import { lineName } from './engine-words.ts';
import { type Face, PAGE } from './face.ts';
import type { Language } from './language.ts';

const FINDINGS: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/**
 * Words a finding to fit the company: `alcohol: passes (soft drinks, under a code shared with alcohol; 10-K
 * 0001628280-26-010047)`, `tobacco: fails, by SIC code 2111`. `status` is the reader's word for the finding's
 * status.
 */
export function findingInWords(
  { label, matched_by: by, matched, note, source }: BusinessFinding,
  status: string,
  face: Face = PAGE,
): string {
  const { byCode, byCompany } = FINDINGS[face.language];
  const line = lineName(label, face);
  if (by === 'sic') return byCode(line, status, matched);
  return byCompany(
    line,
    status,
    [note, source].filter((part) => part !== null),
  );
}
