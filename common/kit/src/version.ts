import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from './repository.ts';

/** Of the whole product: package.json of the root declares it. An interface has a version of its own. */
export const VERSION: string = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')).version;
