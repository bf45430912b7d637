import type { Repository, Rule } from '../source/codebase.ts';
import { readCodebase } from '../source/codebase.ts';

type Files = Readonly<Record<string, string>>;

/** A repository that exists only in memory. */
export function repositoryOf(files: Files): Repository {
  return { paths: Object.keys(files).sort(), text: (path) => files[path] ?? '' };
}

/** What a rule says about a fixture. */
export function findings(rule: Rule, files: Files): string[] {
  return rule(readCodebase(repositoryOf(files)));
}

/** Where a rule finds something in a fixture: `path:line`, or `path` for a whole file, in the order found. */
export function found(rule: Rule, files: Files): string[] {
  return findings(rule, files).map((finding) => finding.split(': ')[0] ?? '');
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
