import { gzipSync } from 'node:zlib';
import { Header, Pax } from 'tar';

/** A file, or a link to another place of the archive. */
export type TarEntry =
  | { readonly path: string; readonly bytes: Uint8Array; readonly isProgram: boolean }
  | { readonly path: string; readonly link: string };

const BLOCK = 512;
/** As npm's own tarballs. Some programs refuse 1970. */
const MTIME = new Date('1985-10-26T08:15:00Z');
const GZIP_OS_OFFSET = 9;
const OS_UNKNOWN = 255;

/**
 * Makes a compressed archive (ustar) that depends only on the entries: sorted, with one date, one owner and
 * two modes. A path that ustar cannot hold, because of its length or its letters, gets a header of its own (pax).
 */
export function tarGz(entries: readonly TarEntry[]): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap((entry) => {
    const { path } = entry;
    if ('link' in entry) {
      return [headerOf({ path, type: 'SymbolicLink', linkpath: entry.link, size: 0, mode: 0o777 })];
    }
    const { bytes, isProgram } = entry;
    const header = headerOf({ path, type: 'File', size: bytes.length, mode: isProgram ? 0o755 : 0o644 });
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  const zipped = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 6 });
  // This byte names the system on which the archive was made.
  zipped[GZIP_OS_OFFSET] = OS_UNKNOWN;
  return zipped;
}

interface HeaderFields {
  readonly path: string;
  readonly type: 'File' | 'SymbolicLink';
  readonly linkpath?: string;
  readonly size: number;
  readonly mode: number;
}

function headerOf(fields: HeaderFields): Buffer {
  const block = Buffer.alloc(BLOCK);
  const header = { ...fields, uid: 0, gid: 0, mtime: MTIME };
  const needsMore = new Header(header).encode(block);
  return needsMore ? Buffer.concat([new Pax(header).encode(), block]) : block;
}
