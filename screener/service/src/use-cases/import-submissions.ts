import { fail, ok, type Result } from '@common/base/result';
import { readCompanyFactsArchive } from '@screener/sources/bulk-archive';
import { parseSubmissions } from '@screener/sources/submissions';
import type { CompanyDetails, ScreenerStore } from '../store/store.ts';

export interface SubmissionsReport {
  readonly total: number;
  readonly saved: number;
  /** One message for each refused file. */
  readonly refused: readonly string[];
}

interface SubmissionsOptions {
  readonly onProgress: (progress: { readonly total: number; readonly done: number }) => void;
}

const BATCH = 500;

/**
 * Imports names and SIC codes from the SEC's `submissions.zip`, or a directory of its files. A second run
 * writes the same rows again.
 */
export async function importSubmissions(
  store: Pick<ScreenerStore, 'saveDetails'>,
  path: string,
  { onProgress }: SubmissionsOptions,
): Promise<Result<SubmissionsReport, 'archive_refused'>> {
  const opened = await readCompanyFactsArchive(path);
  if (!opened.ok) return fail('archive_refused', opened.error.message, opened.error.detail);
  await using archive = opened.value;
  const refused: string[] = [];
  let batch: CompanyDetails[] = [];
  let saved = 0;
  let done = 0;
  const flush = async () => {
    await store.saveDetails(batch);
    saved += batch.length;
    batch = [];
    onProgress({ total: archive.names.length, done });
  };
  for await (const item of archive.entries()) {
    done += 1;
    const parsed = item.content.ok ? parseSubmissions(item.content.value) : item.content;
    if (!parsed.ok) refused.push(`${item.name}: ${parsed.error.message}`);
    else batch.push(toDetails(parsed.value));
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return ok({ total: archive.names.length, saved, refused });
}

/** Returns the store's record of who a filer is. */
export function toDetails(submissions: {
  readonly cik: string;
  readonly name: string;
  readonly sic: string | null;
  readonly sicDescription: string | null;
}): CompanyDetails {
  const { cik, name, sic, sicDescription } = submissions;
  return { cik, name, sic, sicDescription, sicSource: sic === null ? null : 'submissions' };
}
