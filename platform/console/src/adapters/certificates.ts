import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The certificates (`*.pem`) of a folder that its operator named; none if they named none. */
export function readCertificates(folder: string | undefined): readonly string[] {
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pem'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
