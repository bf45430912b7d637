import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../repository.ts';

/**
 * Packages that only the long tests and the benches need are installed separately: they are as large as half
 * of all others.
 */
const FOLDER = 'tools/long';

/** The path of a file in a package that `tools/long/package.json` lists. */
export function longPackage(path: string): string {
  const file = join(REPOSITORY, FOLDER, 'node_modules', path);
  if (!existsSync(file)) throw new Error(`${path} is not installed: npm ci --prefix ${FOLDER}`);
  return file;
}
