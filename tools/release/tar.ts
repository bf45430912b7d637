import { gzipSync } from 'node:zlib';

/** A file, or a link to another place of the archive. */
export type TarEntry =
  | { readonly path: string; readonly bytes: Uint8Array; readonly isProgram: boolean }
  | { readonly path: string; readonly link: string };

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const LINK_BYTES = 100;
/** The date of npm's own tarballs, 26 October 1985. Some programs refuse 1970. */
const MTIME = 499_162_500;
const GZIP_OS_OFFSET = 9;
const OS_UNKNOWN = 255;

/**
 * Makes a compressed archive (ustar) that depends only on the entries: sorted, with one date, one owner and
 * two modes. Throws at a path that ustar cannot hold.
 */
export function tarGz(entries: readonly TarEntry[]): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap((entry) => {
    if ('link' in entry) return [headerOf(entry.path, { size: 0, mode: 0o777, type: '2', link: entry.link })];
    const { path, bytes, isProgram } = entry;
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    const header = { size: bytes.length, mode: isProgram ? 0o755 : 0o644, type: '0', link: '' };
    return [headerOf(path, header), bytes, padding];
  });
  const zipped = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 6 });
  // This byte names the system on which the archive was made.
  zipped[GZIP_OS_OFFSET] = OS_UNKNOWN;
  return zipped;
}

interface Header {
  readonly size: number;
  readonly mode: number;
  readonly type: string;
  readonly link: string;
}

function headerOf(path: string, { size, mode, type, link }: Header): Buffer {
  const { name, prefix } = splitPath(path);
  if (Buffer.byteLength(link) > LINK_BYTES) throw new Error(`${path} links to too long a path`);
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => void header.write(text, at, 'utf8');
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  write(name, 0);
  write(octal(mode, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  write(octal(size, 11), 124);
  write(octal(MTIME, 11), 136);
  write(' '.repeat(8), 148);
  write(type, 156);
  write(link, 157);
  write('ustar\0' + '00', 257);
  write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function splitPath(path: string): { readonly name: string; readonly prefix: string } {
  if (Buffer.byteLength(path) <= NAME_BYTES) return { name: path, prefix: '' };
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES) {
      return { name, prefix };
    }
  }
  throw new Error(`${path} is too long a path`);
}
