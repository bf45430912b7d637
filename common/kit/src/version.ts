import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './repository.ts';

/**
 * The version of the whole product, which package.json of the root declares. An interface has its own
 * version.
 */
export const VERSION: string = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')).version;
