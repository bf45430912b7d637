import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads `<folder>/<name>.json`; null when it is not there or cannot be read. `name` has the form of a profile name. */
export function profileFiles(folder: string): (name: string) => Promise<string | null> {
  return async (name) => {
    try {
      // Read at each use, and at once: four turns of a thread pool would cost ten times what so small a file does.
      return readFileSync(join(folder, `${name}.json`), 'utf8');
    } catch {
      return null;
    }
  };
}
