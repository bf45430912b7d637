import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads `<folder>/<name>.json`; null when it is not there or cannot be read. `name` has the form of a profile name. */
export function profileFiles(folder: string): (name: string) => Promise<string | null> {
  return (name) => readFile(join(folder, `${name}.json`), 'utf8').catch(() => null);
}
