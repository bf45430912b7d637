import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** The files of a checkout, or of a fixture in memory. Paths start at the root and use `/`. */
export interface Repository {
  /** Every file that is not ignored, sorted. */
  readonly paths: readonly string[];
  /** The text of a file; undefined when it is absent, not text, or larger than `MAX_TEXT_BYTES`. */
  text(path: string): string | undefined;
}

/** Larger files are data, which no rule about prose or code reads. */
const MAX_TEXT_BYTES = 2_000_000;
const TEXT =
  /(^|\/)(run|LICENSE|\.gitignore|\.gitattributes|\.npmrc)$|\.(ts|mjs|cjs|js|json|md|html|css|sql|sh|ya?ml|toml|csv|txt)$/;

/** Reads the checkout at `root` from the disk, so that a source archive without Git can be checked as well. */
export function readRepository(root: string): Repository {
  const ignoreFile = join(root, '.gitignore');
  const isIgnored = ignoreMatcher(existsSync(ignoreFile) ? readFileSync(ignoreFile, 'utf8') : '');
  const paths: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git' || isIgnored(path, entry.isDirectory())) continue;
      if (entry.isDirectory()) visit(path);
      else paths.push(path);
    }
  };
  visit('');
  const cache = new Map<string, string | undefined>();
  const known = new Set(paths);
  return {
    paths: paths.sort(),
    text(path) {
      if (!cache.has(path)) cache.set(path, known.has(path) ? readText(join(root, path), path) : undefined);
      return cache.get(path);
    },
  };
}

/** A repository that exists only in memory. */
export function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  return { paths: Object.keys(files).sort(), text: (path) => files[path] };
}

function readText(file: string, path: string): string | undefined {
  const stat = lstatSync(file);
  if (!TEXT.test(path) || !stat.isFile() || stat.size > MAX_TEXT_BYTES) return undefined;
  return readFileSync(file, 'utf8');
}

/**
 * Understands the part of `.gitignore` that this repository uses: `name`, `*.suffix`, `name/` at any depth and
 * `/name` at the root. Anything else is refused, so that no file is checked or skipped by a misread line.
 */
export function ignoreMatcher(gitignore: string): (path: string, isDirectory: boolean) => boolean {
  const lines = gitignore.split('\n').map((line) => line.trim());
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  for (const pattern of patterns) {
    if (pattern.startsWith('!') || pattern.slice(1, -1).includes('/')) {
      throw new Error(
        `.gitignore: "${pattern}" is not understood; extend ignoreMatcher in tools/source/repository.ts`,
      );
    }
  }
  return (path, isDirectory) =>
    patterns.some((pattern) => {
      if (pattern.endsWith('/') && !isDirectory) return false;
      const glob = pattern.replace(/\/$/, '');
      if (glob.startsWith('/')) return matchesGlob(path, glob.slice(1));
      return matchesGlob(path.slice(path.lastIndexOf('/') + 1), glob);
    });
}
