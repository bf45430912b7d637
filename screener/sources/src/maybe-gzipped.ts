import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** Reads a file, decompressed if its name ends in `.gz`. */
export async function readMaybeGzipped(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
