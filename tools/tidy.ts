import { DEAD_FILE_RULES } from './rules/dead-files.ts';
import { MANIFEST_RULES } from './rules/manifests.ts';
import { PAGE_RULES } from './rules/pages.ts';
import { PURE_RULES } from './rules/pure.ts';
import { filesAreShort, functionsAreShort } from './rules/sizes.ts';
import { WORD_RULES } from './rules/words.ts';
import type { Rule } from './source/codebase.ts';

/**
 * Files that may be longer than the limit because they are tables of data, each with the reason.
 * Path to reason.
 */
export const LONG_FILES: Readonly<Record<string, string>> = {
  'screener/client/src/schema.ts': 'generated from the OpenAPI description',
};

/** Everything that `npm run check` and `npm test` demand of the repository beyond layers, types and lint. */
export const TIDY_RULES: Readonly<Record<string, Rule>> = {
  ...PURE_RULES,
  ...DEAD_FILE_RULES,
  ...PAGE_RULES,
  ...MANIFEST_RULES,
  ...WORD_RULES,
  filesAreShort: filesAreShort(LONG_FILES),
  functionsAreShort,
};
