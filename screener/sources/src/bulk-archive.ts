import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, gunzip, inflateRaw } from 'node:zlib';
import { fail, ok, type Result } from '@common/base/result';
import yauzl from 'yauzl';

/** Reasons to refuse a whole archive, before its first entry. */
type ArchiveFailureCode = 'archive_not_found' | 'archive_truncated' | 'archive_corrupt' | 'archive_empty';

/** Reasons to refuse one entry; later entries are still read. */
type EntryFailureCode = 'entry_corrupt' | 'entry_too_large' | 'entry_unreadable';

/** One company's file. `detail` of a refusal repeats `name`, `cik` and `offset`. */
export interface ArchiveItem {
  /** The name of the entry in the zip, or of the file in the directory: the key for resuming an import. */
  readonly name: string;
  /** Ten digits, from the name. */
  readonly cik: string;
  /** Where the entry starts in the zip, in bytes; null in a directory. */
  readonly offset: number | null;
  /** Whether a checksum of a zip or gzip confirms the bytes. */
  readonly checksummed: boolean;
  readonly content: Result<Uint8Array, EntryFailureCode>;
}

export interface CompanyFactsArchive extends AsyncDisposable {
  readonly kind: 'zip' | 'directory';
  /** The names of all entries in a fixed order: that of the zip; by name in a directory. */
  readonly names: readonly string[];
  /** How many other files are inside; they are skipped. The SEC's archive has none, so any is worth a warning. */
  readonly ignored: number;
  /** The entry at this place of the names, decompressed. */
  read(place: number): Promise<ArchiveItem>;
  /** All entries in their order, decompressed one at a time on demand. */
  entries(): AsyncIterable<ArchiveItem>;
  close(): Promise<void>;
}

export interface ArchiveLimits {
  /** Largest entry, decompressed and compressed, in bytes. */
  readonly entryBytes: number;
  /** Most entries in one archive; the SEC's has about 19,000. */
  readonly entries: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { entryBytes: 256 * 1024 * 1024, entries: 1_000_000 };

const ZIP_ENTRY = /^CIK(\d{10})\.json$/;
const DIRECTORY_FILE = /^CIK(\d{10})(?:[^0-9].*)?\.json(?:\.gz)?$/;
const HINT = 'Download it again, and compare its size with the Content-Length of the download.';

const inflateRawAsync = promisify(inflateRaw);
const gunzipAsync = promisify(gunzip);

/**
 * Opens the SEC's nightly `companyfacts.zip`, or a directory of `CIK##########.json` and `.json.gz` files (more may
 * follow the number, as in `CIK0000320193_AAPL_filed-2026-01-30.json.gz`). A zip that is cut short or whose list of
 * entries is damaged is refused here; damage to an entry is found, by size and CRC-32, when it is read. The caller must
 * close the archive.
 */
export async function readCompanyFactsArchive(
  path: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<Result<CompanyFactsArchive, ArchiveFailureCode>> {
  let found: Awaited<ReturnType<typeof stat>>;
  try {
    found = await stat(path);
  } catch (error) {
    return fail('archive_not_found', `${path} cannot be opened (${systemCode(error)}).`, { path });
  }
  return found.isDirectory() ? openDirectory(path, limits) : openZip(path, found.size, limits);
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function refuseEmpty(path: string): Result<never, ArchiveFailureCode> {
  return fail('archive_empty', `${path} contains no CIK##########.json. Is it the companyfacts archive?`, {
    path,
  });
}

function refuseEntry(
  item: Omit<ArchiveItem, 'content'>,
  code: EntryFailureCode,
  reason: string,
): ArchiveItem {
  const { name, cik, offset } = item;
  const where = offset === null ? name : `${name} at byte ${offset}`;
  return { ...item, content: fail(code, `${where}: ${reason}`, { name, cik, offset }) };
}

async function openDirectory(
  path: string,
  limits: ArchiveLimits,
): Promise<Result<CompanyFactsArchive, ArchiveFailureCode>> {
  let all: string[];
  try {
    all = await readdir(path);
  } catch (error) {
    return fail('archive_not_found', `${path} cannot be listed (${systemCode(error)}).`, { path });
  }
  const names = all.filter((name) => DIRECTORY_FILE.test(name)).sort();
  if (names.length === 0) return refuseEmpty(path);
  if (names.length > limits.entries) return refuseCount(path, names.length, limits);
  return ok({
    kind: 'directory',
    ignored: all.length - names.length,
    ...readingOf(names, names, (name) => readDirectoryFile(path, name, limits)),
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  });
}

function readingOf<Entry>(
  names: readonly string[],
  entries: readonly Entry[],
  readOne: (entry: Entry) => Promise<ArchiveItem>,
): Pick<CompanyFactsArchive, 'names' | 'read' | 'entries'> {
  return {
    names,
    async read(place) {
      const entry = entries[place];
      if (entry === undefined) throw new Error(`the archive has ${entries.length} entries, not ${place + 1}`);
      return readOne(entry);
    },
    async *entries() {
      for (const entry of entries) yield await readOne(entry);
    },
  };
}

function refuseCount(path: string, count: number, limits: ArchiveLimits): Result<never, ArchiveFailureCode> {
  return fail('archive_corrupt', `${path} claims ${count} entries; the limit is ${limits.entries}.`, {
    path,
    entries: count,
  });
}

async function readDirectoryFile(folder: string, name: string, limits: ArchiveLimits): Promise<ArchiveItem> {
  const item = {
    name,
    cik: DIRECTORY_FILE.exec(name)?.[1] ?? '',
    offset: null,
    checksummed: name.endsWith('.gz'),
  };
  const tooLarge = (): ArchiveItem =>
    refuseEntry(item, 'entry_too_large', `larger than the limit of ${limits.entryBytes} bytes`);
  let raw: Buffer;
  try {
    // Check this before opening: opening a pipe waits until a program writes to it.
    if (!(await stat(join(folder, name))).isFile())
      return refuseEntry(item, 'entry_unreadable', 'it is not a regular file');
    await using file = await open(join(folder, name));
    const found = await file.stat();
    if (found.size > limits.entryBytes) return tooLarge();
    raw = await file.readFile();
  } catch (error) {
    return refuseEntry(item, 'entry_unreadable', `the file cannot be read (${systemCode(error)})`);
  }
  if (!name.endsWith('.gz')) return { ...item, content: ok(raw) };
  try {
    return { ...item, content: ok(await gunzipAsync(raw, { maxOutputLength: limits.entryBytes })) };
  } catch (error) {
    if (systemCode(error) === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
    return refuseEntry(item, 'entry_corrupt', `not a whole gzip file (${systemCode(error)})`);
  }
}

/** Reads ahead, because yauzl reads the list of entries in pieces of a few dozen bytes. */
class ZipFileReader extends yauzl.RandomAccessReader {
  /** Bytes per read; large for the list of entries, small for their scattered headers. */
  readAhead = 65_536;
  readonly #file: FileHandle;
  readonly #size: number;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#fill(position, length).then(
      (bytes) => callback(null, bytes.copy(buffer, offset)),
      (error) => callback(error),
    );
  }

  async #fill(position: number, length: number): Promise<Buffer> {
    // Positions come from the file, so a damaged one can be anything.
    if (!(position >= 0 && position + length <= this.#size)) throw new Error('the zip points outside itself');
    const start = position - this.#windowStart;
    if (start >= 0 && start + length <= this.#window.length)
      return this.#window.subarray(start, start + length);
    this.#window = await readFully(
      this.#file,
      position,
      Math.min(Math.max(length, this.readAhead), this.#size - position),
    );
    this.#windowStart = position;
    return this.#window.subarray(0, length);
  }
}

/** The `length` bytes at `position`, or as many as the file has. */
async function readFully(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function openZip(
  path: string,
  size: number,
  limits: ArchiveLimits,
): Promise<Result<CompanyFactsArchive, ArchiveFailureCode>> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    return fail('archive_not_found', `${path} cannot be opened (${systemCode(error)}).`, { path });
  }
  const listed = await listEntries(file, path, size, limits);
  if (!listed.ok) {
    await file.close();
    return listed;
  }
  const { zip, entries } = listed.value;
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= file.close();
    return closed;
  };
  return ok({
    kind: 'zip',
    ignored: zip.entryCount - entries.length,
    ...readingOf(
      entries.map(({ fileName }) => fileName),
      entries,
      (entry) => readZipEntry(file, zip, entry, limits),
    ),
    close,
    [Symbol.asyncDispose]: close,
  });
}

interface ZipListing {
  readonly zip: yauzl.ZipFile;
  readonly entries: readonly yauzl.Entry[];
}

/** A file of one company, as the SEC serves it. */
const SINGLE_FILE = /\.json(?:\.gz)?$/;

/** Reads the whole list of entries (the central directory) and checks that it ends where the zip says it does. */
async function listEntries(
  file: FileHandle,
  path: string,
  size: number,
  limits: ArchiveLimits,
): Promise<Result<ZipListing, ArchiveFailureCode>> {
  const detail = { path, sizeBytes: size };
  const reader = new ZipFileReader(file, size);
  let zip: yauzl.ZipFile;
  try {
    const options = { lazyEntries: true, autoClose: false };
    zip = await yauzl.fromRandomAccessReaderPromise(reader, size, options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (reason.startsWith('End of central directory record signature not found')) {
      if (SINGLE_FILE.test(path)) {
        const one = `${path} is a single file, not an archive: put it into a folder (unpacked) and import the folder.`;
        return fail('archive_truncated', one, detail);
      }
      const cut = `${path} (${size} bytes) has no list of entries at its end: it was cut short, or is not a zip.`;
      return fail('archive_truncated', `${cut} ${HINT}`, detail);
    }
    return fail(
      'archive_corrupt',
      `${path} (${size} bytes) is damaged at its end: ${reason}. ${HINT}`,
      detail,
    );
  }
  if (zip.entryCount > limits.entries) return refuseCount(path, zip.entryCount, limits);
  const entries: yauzl.Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) if (ZIP_ENTRY.test(entry.fileName)) entries.push(entry);
    await assertListEnds(file, Number(zip.readEntryCursor));
  } catch (error) {
    const offset = Number(zip.readEntryCursor);
    const reason = error instanceof Error ? error.message : '';
    const where = `${path} (${size} bytes) has a damaged list of entries at byte ${offset}`;
    return fail('archive_corrupt', `${where}: ${reason}. ${HINT}`, { ...detail, offset });
  }
  reader.readAhead = 512;
  return entries.length === 0 ? refuseEmpty(path) : ok({ zip, entries });
}

/** A damaged count would otherwise hide entries silently. */
async function assertListEnds(file: FileHandle, cursor: number): Promise<void> {
  const next = await readFully(file, cursor, 4);
  const ends = ['PK\x05\x06', 'PK\x06\x06', 'PK\x05\x05'];
  if (!ends.includes(next.toString('latin1'))) throw new Error('there are more entries than it declares');
}

async function readZipEntry(
  file: FileHandle,
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  limits: ArchiveLimits,
): Promise<ArchiveItem> {
  const { compressedSize, uncompressedSize } = entry;
  const cik = ZIP_ENTRY.exec(entry.fileName)?.[1] ?? '';
  const item = { name: entry.fileName, cik, offset: entry.relativeOffsetOfLocalHeader, checksummed: true };
  if (Math.max(compressedSize, uncompressedSize) > limits.entryBytes) {
    const sizes = `${uncompressedSize} bytes, ${compressedSize} compressed`;
    return refuseEntry(item, 'entry_too_large', `${sizes}; the limit is ${limits.entryBytes}`);
  }
  if (!entry.canDecodeFileData()) {
    return refuseEntry(item, 'entry_unreadable', 'encrypted, or compressed in a way that is not supported');
  }
  try {
    const header = await zip.readLocalFileHeaderPromise(entry);
    if (!header.fileName.equals(entry.fileNameRaw)) {
      return refuseEntry(item, 'entry_corrupt', 'its name differs from the one in the list of entries');
    }
    const raw = await readFully(file, header.fileDataStart, compressedSize);
    const bytes = entry.compressionMethod === 0 ? raw : await inflate(raw, uncompressedSize);
    if (bytes.length !== uncompressedSize) {
      return refuseEntry(item, 'entry_corrupt', `${bytes.length} bytes instead of ${uncompressedSize}`);
    }
    if (crc32(bytes) !== entry.crc32)
      return refuseEntry(item, 'entry_corrupt', 'the checksum does not match');
    return { ...item, content: ok(bytes) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : systemCode(error);
    return refuseEntry(item, 'entry_corrupt', `cannot be decompressed (${reason})`);
  }
}

/** The largest factor by which deflate can grow its input. */
const DEFLATE_RATIO = 1032;

/** Output comes in one piece of the expected size, so that the usual entry is not copied again. */
function inflate(raw: Buffer, expected: number): Promise<Buffer> {
  const chunkSize = Math.max(64, Math.min(expected, raw.length * DEFLATE_RATIO));
  return inflateRawAsync(raw, { maxOutputLength: Math.max(1, expected), chunkSize });
}
