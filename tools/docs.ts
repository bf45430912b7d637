import { GENERATORS } from './docs/generators.ts';
import { stalePages, writePages } from './docs/reference.ts';
import { ROOT_FOLDER, readRepository } from './source/codebase.ts';

/** `npm run docs` writes the generated pages; with `--check` it only says which ones are out of date. */
const [option, ...rest] = process.argv.slice(2);
if (rest.length > 0 || (option !== undefined && option !== '--check')) {
  console.error('usage: npm run docs [-- --check]');
  process.exitCode = 2;
} else if (option === '--check') {
  const stale = await stalePages(readRepository(ROOT_FOLDER), GENERATORS);
  for (const finding of stale) console.error(finding);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const path of await writePages(ROOT_FOLDER, GENERATORS)) console.log(path);
}
