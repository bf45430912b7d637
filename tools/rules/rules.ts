import type { Rule } from '../source/codebase.ts';
import * as layers from './layers.ts';
import * as manifests from './manifests.ts';
import * as pages from './pages.ts';
import * as plugins from './plugins.ts';
import * as text from './text.ts';
import * as uses from './uses.ts';

/** The rules beyond what the compiler and the linter see; these files export nothing but rules. */
export const RULES: Readonly<Record<string, Rule>> = {
  ...layers,
  ...uses,
  ...manifests,
  ...pages,
  ...plugins,
  ...text,
};
