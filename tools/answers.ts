import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareAnswers, readAnswers } from './answers/compare.ts';
import { recordAnswers } from './answers/record.ts';
import { ROOT_FOLDER } from './source/codebase.ts';

/**
 * `npm run answers -- record <file> [<checkout>]` records about 2,000 answers of a checkout, by default this one;
 * `npm run answers -- compare <before> <after> [--without-words]` says how two recordings differ, and fails if they do.
 */
const { values, positionals } = parseArgs({
  options: { 'without-words': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [verb, first, second] = positionals;
const receipts = resolve(ROOT_FOLDER, 'platform/conformance/vectors/receipts');
if (verb === 'record' && first !== undefined) {
  const count = await recordAnswers(resolve(second ?? ROOT_FOLDER), resolve(first), receipts);
  console.log(`${count} answers`);
} else if (verb === 'compare' && first !== undefined && second !== undefined) {
  const [before, after] = [readAnswers(first), readAnswers(second)];
  const differences = compareAnswers(before, after, { withoutWords: values['without-words'] });
  for (const { where, count, example } of differences)
    console.log(
      `${where}: ${count}\n  ${example.request}\n  before ${example.before}\n  after  ${example.after}`,
    );
  console.log(`${before.length} and ${after.length} answers, ${differences.length} differences`);
  if (differences.length > 0) process.exitCode = 1;
} else {
  console.error(
    'usage: npm run answers -- record <file> [<checkout>] | compare <before> <after> [--without-words]',
  );
  process.exitCode = 2;
}
