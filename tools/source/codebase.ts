import { dirname, posix } from 'node:path';
import type { Repository } from './repository.ts';
import { readRepository, repositoryOf } from './repository.ts';
import type { SourceFacts } from './syntax.ts';
import { parseSources } from './syntax.ts';

/** One thing that a rule found wrong. `message` says what to do. */
export interface Finding {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
}

/** The fields of a package.json that the rules read. */
export interface Manifest {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A workspace package; its name here is its path. */
export interface Workspace {
  /** Such as `common/base`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** A repository with its sources parsed: the argument of every rule. */
export interface Codebase {
  readonly repository: Repository;
  /** By path, for each `.ts`, `.mjs` and `.cjs` file. */
  readonly sources: ReadonlyMap<string, SourceFacts>;
  readonly workspaces: readonly Workspace[];
  readonly rootManifest: Manifest;
}

export type Rule = (codebase: Codebase) => Finding[];

export function readCodebase(repository: Repository): Codebase {
  const texts = new Map<string, string>();
  for (const path of repository.paths) {
    const text = /\.(ts|mjs|cjs)$/.test(path) ? repository.text(path) : undefined;
    if (text !== undefined) texts.set(path, text);
  }
  const workspaces = repository.paths
    .filter((path) => /^(common|screener|platform)\/[^/]+\/package\.json$/.test(path))
    .map((path) => {
      const folder = dirname(path);
      return { folder, manifest: readManifest(repository, path) };
    });
  const sources = texts.size === 0 ? new Map<string, SourceFacts>() : parseSources(texts);
  return { repository, sources, workspaces, rootManifest: readManifest(repository, 'package.json') };
}

export const ROOT_FOLDER: string = dirname(dirname(import.meta.dirname));

let checkout: Codebase | undefined;

/** This checkout, read once per process. */
export function thisCodebase(): Codebase {
  checkout ??= readCodebase(readRepository(ROOT_FOLDER));
  return checkout;
}

/** A codebase in memory, for the tests of the rules. */
export function codebaseOf(files: Readonly<Record<string, string>>): Codebase {
  return readCodebase(repositoryOf(files));
}

function readManifest(repository: Repository, path: string): Manifest {
  return JSON.parse(repository.text(path) ?? '{}');
}

/** The workspace that a path lies in; undefined for tools, conformance, bench, demo and the root. */
export function workspaceOf(codebase: Codebase, path: string): Workspace | undefined {
  return codebase.workspaces.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** Tests, their helpers (also those that a package offers from `src/testing`) and measurements: what is not shipped. */
export function isTestPath(path: string): boolean {
  return (
    /^(common|screener|platform)\/[^/]+\/(test\/|src\/testing[./])/.test(path) ||
    /^(tools\/test|bench|(screener|platform)\/(conformance|demo))\//.test(path)
  );
}

/** `fastify` of `fastify/x`, `@common/base` of `@common/base/result`; undefined for relative paths and built-ins. */
export function packageNameOf(specifier: string): string | undefined {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return undefined;
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

/** The file of this repository that an import names, whether or not it exists; undefined for other packages. */
export function resolveImport(codebase: Codebase, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const [, name, subpath] = /^(@(?:common|screener|platform|sanad)\/[^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (name === undefined || subpath === undefined) return undefined;
  const workspace = codebase.workspaces.find((candidate) => candidate.manifest.name === name);
  return `${workspace?.folder ?? name.slice(1)}/src/${subpath}.ts`;
}

/** `path:line: message`, or `path: message` for a whole file. */
export function formatFinding({ path, line, message }: Finding): string {
  return line === null ? `${path}: ${message}` : `${path}:${line}: ${message}`;
}
