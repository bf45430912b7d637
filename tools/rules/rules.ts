import type { Rule } from '../source/codebase.ts';
import * as layers from './layers.ts';
import * as manifests from './manifests.ts';
import * as pages from './pages.ts';
import * as plugins from './plugins.ts';
import * as text from './text.ts';
import * as uses from './uses.ts';

/** The rules that the compiler and the linter cannot check. These files export only rules. */
export const RULES: Readonly<Record<string, Rule>> = {
  ...layers,
  ...uses,
  ...manifests,
  ...pages,
  ...plugins,
  ...text,
};
