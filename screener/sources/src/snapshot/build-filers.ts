import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ok, type Result } from '@common/base/result';
import { type DirectoryFiler, parseFilerDirectory } from '../filer-directory.ts';
import { type DataSetFiler, readDataSetFilers } from '../financial-statement-data-sets.ts';
import { readMaybeGzipped } from '../maybe-gzipped.ts';
import { parseSicCodes } from '../sic-codes.ts';
import { parseSubmissions, type Submissions } from '../submissions.ts';
import { type BuildRefusal, refused } from './refusal.ts';
import type { SnapshotFiler, SnapshotSource } from './snapshot.ts';
import { sourceOf } from './source-file.ts';

export interface FilerInputs {
  /** The folder of the SEC's `submissions`. */
  readonly submissions: string;
  /** A directory of US-listed filers with their SIC codes; null for none. */
  readonly directory: string | null;
  /** Quarters of the Financial Statement Data Sets, for SIC codes that nothing else gives. */
  readonly dataSets: readonly string[];
  /** The SEC's list of SIC codes, for the titles of codes; null for none. */
  readonly sicCodes: string | null;
}

/** The inputs' data about filers, by CIK. */
export interface Filers {
  readonly submissions: ReadonlyMap<string, Submissions>;
  readonly directory: ReadonlyMap<string, DirectoryFiler>;
  readonly dataSets: ReadonlyMap<string, DataSetFiler & { readonly dataSet: string }>;
  /** Titles of SIC codes. */
  readonly industries: ReadonlyMap<string, string>;
}

export async function readFilers(
  inputs: FilerInputs,
  sources: SnapshotSource[],
): Promise<Result<Filers, BuildRefusal>> {
  const submissions = await readSubmissions(inputs.submissions, sources);
  if (!submissions.ok) return submissions;
  const directory = await readDirectory(inputs.directory, sources);
  if (!directory.ok) return directory;
  const dataSets = await readDataSets(inputs.dataSets, sources);
  if (!dataSets.ok) return dataSets;
  const industries = await readIndustries(inputs.sicCodes, sources);
  if (!industries.ok) return industries;
  return ok({
    submissions: submissions.value,
    directory: directory.value,
    dataSets: dataSets.value,
    industries: industries.value,
  });
}

/**
 * Who a filer is. Of its own submissions and the directory, the newer one that gives a SIC code decides it; a data set,
 * which only describes its quarter, comes last. `fallbackName` is used where neither names the filer.
 */
export function describeFiler(cik: string, fallbackName: string, filers: Filers): SnapshotFiler {
  const submissions = filers.submissions.get(cik);
  const directory = filers.directory.get(cik);
  const dataSet = filers.dataSets.get(cik);
  const named = fallbackName === '' ? (directory?.name ?? dataSet?.name ?? '') : fallbackName;
  const name = submissions?.name ?? named;
  const titleOf = (sic: string) => filers.industries.get(sic) ?? null;
  const isNewer = directory === undefined || newestFiling(submissions) >= directory.seen;
  if (submissions !== undefined && submissions.sic !== null && (isNewer || directory.sic === null)) {
    const { sic, sicDescription } = submissions;
    return { cik, name, sic, sicDescription, sicSource: 'submissions' };
  }
  if (directory !== undefined && directory.sic !== null) {
    const { sic } = directory;
    return { cik, name, sic, sicDescription: titleOf(sic), sicSource: directorySource(directory) };
  }
  if (dataSet === undefined || dataSet.sic === null) {
    return { cik, name, sic: null, sicDescription: null, sicSource: null };
  }
  const { sic } = dataSet;
  const sicSource = `financial-statement-data-sets ${dataSet.dataSet}`;
  return { cik, name, sic, sicDescription: titleOf(sic), sicSource };
}

function newestFiling(submissions: Submissions | undefined): string {
  return (submissions?.filings ?? []).reduce((latest, { filed }) => (filed > latest ? filed : latest), '');
}

function directorySource({ seen, annualReport }: DirectoryFiler): string {
  const report = annualReport === null ? '' : `, annual report ${annualReport}`;
  return `list of US filers of ${seen}${report}`;
}

async function readSubmissions(
  directory: string,
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, Submissions>, BuildRefusal>> {
  const found = new Map<string, Submissions>();
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    return refused(`${directory} cannot be listed: ${error instanceof Error ? error.message : error}`);
  }
  for (const name of names.sort()) {
    if (!/^CIK\d{10}/.test(name)) continue;
    const bytes = await readMaybeGzipped(join(directory, name));
    const parsed = parseSubmissions(bytes);
    if (!parsed.ok) return refused(`${name}: ${parsed.error.message}`);
    found.set(parsed.value.cik, parsed.value);
    sources.push(sourceOf('submissions', name, bytes));
  }
  return ok(found);
}

async function readDirectory(
  path: string | null,
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, DirectoryFiler>, BuildRefusal>> {
  if (path === null) return ok(new Map());
  const bytes = await readMaybeGzipped(path);
  const parsed = parseFilerDirectory(bytes);
  if (!parsed.ok) return refused(`${basename(path)}: ${parsed.error.message}`);
  sources.push(sourceOf('filer-directory', basename(path), bytes));
  return parsed;
}

async function readDataSets(
  paths: readonly string[],
  sources: SnapshotSource[],
): Promise<Result<Filers['dataSets'], BuildRefusal>> {
  const filers = new Map<string, DataSetFiler & { readonly dataSet: string }>();
  for (const path of paths) {
    const read = await readDataSetFilers(path);
    if (!read.ok) return refused(read.error.message);
    const dataSet = basename(path, '.zip');
    for (const [cik, filer] of read.value) filers.set(cik, { ...filer, dataSet });
    sources.push(sourceOf('financial-statement-data-sets', basename(path), await readFile(path)));
  }
  return ok(filers);
}

async function readIndustries(
  path: string | null,
  sources: SnapshotSource[],
): Promise<Result<ReadonlyMap<string, string>, BuildRefusal>> {
  if (path === null) return ok(new Map());
  const bytes = await readMaybeGzipped(path);
  const parsed = parseSicCodes(bytes);
  if (!parsed.ok) return refused(`${basename(path)}: ${parsed.error.message}`);
  sources.push(sourceOf('sic-codes', basename(path), bytes));
  return ok(new Map([...parsed.value].map(([code, row]) => [code, row.title])));
}
