import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const GIVEN = join(import.meta.dirname, '../../../../shared/data');

export interface GivenFile {
  readonly name: string;
  /** Read, and unpacked, when it is asked for. */
  readonly bytes: Uint8Array;
}

/** Files of `../shared/data/<folder>`, one at a time; null when the folder is absent. */
export function givenFiles(folder: string): Iterable<GivenFile> | null {
  const path = join(GIVEN, folder);
  if (!existsSync(path)) return null;
  const names = readdirSync(path).sort();
  return {
    *[Symbol.iterator]() {
      for (const name of names) {
        yield {
          name,
          get bytes() {
            const bytes = readFileSync(join(path, name));
            return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
          },
        };
      }
    },
  };
}

/** The path of one given file, null when it is absent. */
export function givenPath(file: string): string | null {
  const path = join(GIVEN, file);
  return existsSync(path) ? path : null;
}
