import type { Rule } from '../source/codebase.ts';
import { codebaseOf } from '../source/codebase.ts';

/** Where a rule finds something in a fixture: `path:line`, or `path` for a whole file, in the order found. */
export function found(rule: Rule, files: Readonly<Record<string, string>>): string[] {
  return rule(codebaseOf(files)).map(({ path, line }) => (line === null ? path : `${path}:${line}`));
}

/** A package.json with these dependencies. */
export function manifest(name: string, dependencies: readonly string[] = [], version = '1.0.0'): string {
  return JSON.stringify({
    name,
    dependencies: Object.fromEntries(dependencies.map((each) => [each, version])),
  });
}

/** Lines of a file, joined. */
export function lines(...text: readonly string[]): string {
  return text.join('\n');
}
