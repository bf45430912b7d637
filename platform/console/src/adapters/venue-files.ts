import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrorCode } from '@common/kit/private-file';

/** The texts of a folder’s venue.json files, ordered by file name; empty if the folder does not exist. */
export function readVenueTexts(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}
