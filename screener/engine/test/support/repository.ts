import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/** A path from the root of the repository. */
export function fromRoot(path: string): string {
  return join(ROOT, path);
}

/** A path in the data folder beside the repository; null where it is absent. */
export function given(path: string): string | null {
  const full = join(ROOT, '../shared', path);
  return existsSync(full) ? full : null;
}
