import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of the certificates (`*.pem`) in a folder that the operator named; empty if they named none. */
export function readCertificates(folder: string | undefined): readonly string[] {
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pem'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
