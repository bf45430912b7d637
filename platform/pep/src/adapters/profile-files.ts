import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads `<folder>/<name>.json`; null if it does not exist or cannot be read. `name` has the form of a profile name. */
export function profileFiles(folder: string): (name: string) => Promise<string | null> {
  return async (name) => {
    try {
      // Read at each use, synchronously: four trips through a thread pool would cost ten times as much for so small a file.
      return readFileSync(join(folder, `${name}.json`), 'utf8');
    } catch {
      return null;
    }
  };
}
