import { resolve } from 'node:path';
import { packVerify } from './pack/verify.ts';
import { ROOT_FOLDER } from './source/codebase.ts';

/** `npm run pack-verify [-- <folder>]` packs `@sanad/verify` for npm and prints the path of the tarball. */
console.log(await packVerify(ROOT_FOLDER, resolve(process.argv[2] ?? `${ROOT_FOLDER}/dist`)));
