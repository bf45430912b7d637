import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { WantedTags } from '@screener/engine/stored-tags';

/**
 * The size of the end of a zip that is read. Archives far larger than the SEC's fit their list of entries in
 * it.
 */
const LIST_BYTES = 8 * 1024 * 1024;

/**
 * Names the content of an archive together with the tags to store. The same command then continues the same
 * import, while tomorrow's archive starts a new one, and so does today's once more tags are stored. A zip is
 * named by its size and the list of entries at its end, which has the size and CRC-32 of each. A directory is
 * named by its path and the names, sizes and times of its files. Returns null for an unreadable path, which
 * the import itself then explains.
 */
export async function archiveSource(path: string, wanted: WantedTags): Promise<string | null> {
  try {
    return (await stat(path)).isDirectory()
      ? await directorySource(path, wanted)
      : await zipSource(path, wanted);
  } catch {
    return null;
  }
}

async function zipSource(path: string, wanted: WantedTags): Promise<string> {
  await using file = await open(path);
  const { size } = await file.stat();
  const length = Math.min(size, LIST_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
  return `zip ${size} ${digest([buffer.subarray(0, bytesRead), ...tagsOf(wanted)])}`;
}

async function directorySource(path: string, wanted: WantedTags): Promise<string> {
  const names = (await readdir(path)).sort();
  const lines: string[] = [];
  for (const name of names) {
    lines.push(`${name} ${await marks(join(path, name))}\n`);
  }
  return `directory ${resolve(path)} ${digest([...lines, ...tagsOf(wanted)])}`;
}

function tagsOf({ describing, further }: WantedTags): readonly string[] {
  return [...describing, ...further].sort().map((tag) => `${tag}\n`);
}

/** Returns the size and time of a file. A broken link or a file that has disappeared has none. */
async function marks(path: string): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} ${Math.floor(mtimeMs)}`;
  } catch {
    return 'unreadable';
  }
}

function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}
