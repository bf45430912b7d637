import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CalendarDate, isCalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import { isAccession } from '../accession.ts';
import { type BuildRefusal, refused } from './refusal.ts';

/** The filing of a Form N-PORT document, which the document itself does not name. */
export interface NportFiling {
  readonly accession: string;
  readonly filed: CalendarDate;
}

const HEADER = 'sha256\taccession\tfiled';
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads which filing a document came in, by the SHA-256 of its bytes: nothing else identifies it. Tab-separated, with the
 * header `sha256 accession filed`.
 */
export async function readNportFilings(
  path: string | null,
): Promise<Result<ReadonlyMap<string, NportFiling>, BuildRefusal>> {
  if (path === null) return ok(new Map());
  const [header, ...rows] = (await readFile(path, 'utf8')).trimEnd().split('\n');
  if (header !== HEADER)
    return refused(`${basename(path)} does not begin with ${HEADER.replaceAll('\t', ' ')}`);
  const filings = new Map<string, NportFiling>();
  for (const [index, row] of rows.entries()) {
    const [sha256 = '', accession = '', filed = ''] = row.split('\t');
    if (!SHA256.test(sha256) || !isAccession(accession) || !isCalendarDate(filed)) {
      return refused(`${basename(path)}: line ${index + 2} is not a SHA-256, an accession and a date`);
    }
    filings.set(sha256, { accession, filed });
  }
  return ok(filings);
}
