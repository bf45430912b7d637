import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { type ArchiveItem, type ArchiveLimits, readCompanyFactsArchive } from '../../src/bulk-archive.ts';

interface ZipSource {
  readonly name: string;
  readonly text: string;
  readonly compress?: boolean;
}

export async function makeZip(sources: readonly ZipSource[], forceZip64Format = false): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, text, compress = true } of sources) {
    zip.addBuffer(Buffer.from(text), name, { compress, forceZip64Format, mtime: new Date(0) });
  }
  zip.end({ forceZip64Format, comment: '' });
  return buffer(zip.outputStream);
}

/** Three companies, two compressed and the middle one stored, and a file that is not a company's. */
export const SOURCES: readonly ZipSource[] = [
  { name: 'CIK0000000001.json', text: JSON.stringify({ cik: 1, facts: 'first '.repeat(40) }) },
  { name: 'readme.txt', text: 'no company' },
  { name: 'CIK0000000002.json', text: JSON.stringify({ cik: 2, facts: 'second' }), compress: false },
  { name: 'CIK0000000003.json', text: JSON.stringify({ cik: 3, facts: 'third '.repeat(40) }) },
];

export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'sanad-archive-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Everything an archive says: the refusal of the whole, or one line per entry. */
export async function readAll(path: string, limits?: ArchiveLimits): Promise<string[]> {
  const opened = await readCompanyFactsArchive(path, limits);
  if (!opened.ok) return [opened.error.code];
  await using archive = opened.value;
  const lines: string[] = [];
  for await (const item of archive.entries()) lines.push(summary(item));
  return lines;
}

export function summary({ name, content }: ArchiveItem): string {
  return `${name} ${content.ok ? Buffer.from(content.value).toString() : content.error.code}`;
}

export async function readZip(bytes: Uint8Array, limits?: ArchiveLimits): Promise<string[]> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'companyfacts.zip');
  await writeFile(path, bytes);
  return await readAll(path, limits);
}

export const WHOLE = SOURCES.filter(({ name }) => name.startsWith('CIK')).map(
  ({ name, text }) => `${name} ${text}`,
);
