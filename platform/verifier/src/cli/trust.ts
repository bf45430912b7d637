import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of the venue.json files that this program ships, by file name. */
export function readTrustFolder(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
