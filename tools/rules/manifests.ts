import { isBuiltin } from 'node:module';
import type { Codebase, DependencyKind, Manifest, Rule } from '../source/codebase.ts';
import { isOwn, isTestPath, packageNameOf, packageOf } from '../source/codebase.ts';

/**
 * Packages that are installed separately, for the long tests and the benches, which run them but import
 * nothing.
 */
const INSTALLED_APART = 'tools/long';

/** `<folder> <package>` of versions that differ for a reason. */
const OTHER_VERSIONS: Readonly<Record<string, string>> = {
  'screener/client typescript': 'openapi-typescript needs the API of TypeScript 5',
};

/** Licences (SPDX) that let us ship a dependency with no duty beyond attribution: ADR 0002. */
const ACCEPTED_LICENCES =
  /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MIT-0|Unlicense|PSF-2\.0)$/;

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** A package.json lists what its shipped code imports. A test may also rely on the root's, a tool on any. */
export const importsAreListed: Rule = ({ edges, manifests }) => {
  const root = namesIn(manifests.get('.'));
  const anywhere = new Set(
    [...manifests].flatMap(([folder, manifest]) =>
      folder === INSTALLED_APART ? [] : [...namesIn(manifest)],
    ),
  );
  return edges.flatMap(({ path, line, specifier, kind }) => {
    const name = externalName(specifier);
    const own = packageOf({ manifests }, path);
    if (name === undefined || kind === 'program' || name === `@${own}`) return [];
    const shipped = own !== undefined && !isTestPath(path);
    if (shipped && namesIn(manifests.get(own), 'dependencies').has(name)) return [];
    if (!shipped && (isOwn(name) || root.has(name))) return [];
    if (!shipped && (own === undefined ? anywhere : namesIn(manifests.get(own))).has(name)) return [];
    return [`${path}:${line}: "${name}" is not in a package.json that this file may rely on`];
  });
};

/** Every dependency is imported; a development one may instead be run or looked up by name, or provide types. */
export const dependenciesAreUsed: Rule = ({ sources, edges, manifests, text }) => {
  const code = sources
    .filter((path) => !path.startsWith('tools/rules/'))
    .map(text)
    .join('\n');
  const isRun = (name: string): boolean =>
    name === '@types/node' || new RegExp(`'${name.replace(/^@types\//, '')}['/]`).test(code);
  return [...manifests].flatMap(([folder, manifest]) => {
    const shipped = edges.filter(({ path }) => path.startsWith(`${folder}/src/`) && !isTestPath(path));
    const imported = new Set(shipped.map(({ specifier }) => externalName(specifier)));
    const idle = [
      ...[...namesIn(manifest, 'dependencies')].filter((name) => !imported.has(name)),
      ...[...namesIn(manifest, 'devDependencies')].filter((name) => !isRun(name)),
    ];
    return idle.map((name) => `${pathOf(folder)}: "${name}" is not used: remove it`);
  });
};

/** Versions are exact: given a range, npm under an old Node silently picks older versions. */
export const versionsAreExact: Rule = ({ manifests }) =>
  versionsIn(manifests)
    .filter(({ version }) => !EXACT.test(version))
    .map(({ folder, name, version }) => `${pathOf(folder)}: "${name}": "${version}" is not an exact version`);

/** All packages use one version of a dependency. */
export const versionsAgree: Rule = ({ manifests }) => {
  const first = new Map<string, string>();
  return versionsIn(manifests).flatMap(({ folder, name, version }) => {
    if (`${folder} ${name}` in OTHER_VERSIONS) return [];
    const known = first.get(name) ?? version;
    first.set(name, known);
    return known === version
      ? []
      : [`${pathOf(folder)}: "${name}" is ${version} here and ${known} elsewhere`];
  });
};

/** A docs/adr/*.md names every production dependency in backticks: why, its licence, what we would lose. */
export const dependenciesHaveAnAdr: Rule = ({ paths, text, manifests }) => {
  const adrs = paths.filter((path) => path.startsWith('docs/adr/')).map(text);
  return [...manifests].flatMap(([folder, manifest]) =>
    [...namesIn(manifest, 'dependencies'), ...namesIn(manifest, 'optionalDependencies')]
      .filter((name) => !isOwn(name) && !adrs.some((adr) => adr.includes(`\`${name}\``)))
      .map(
        (name) => `${pathOf(folder)}: "${name}" is not named in any docs/adr/*.md: write why it is needed`,
      ),
  );
};

interface LockFile {
  readonly packages?: Readonly<Record<string, { license?: string; dev?: boolean; link?: boolean }>>;
}

/** Everything that runs in production, at any depth, has an accepted licence. */
export const licencesAreAccepted: Rule = ({ text }) => {
  const { packages = {} }: LockFile = JSON.parse(text('package-lock.json') || '{}');
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .filter(([, { license = '' }]) => !ACCEPTED_LICENCES.test(license))
    .map(
      ([place, { license }]) =>
        `package-lock.json: ${place}: the licence ${license ?? '(none given)'} is not accepted`,
    );
};

const KINDS: readonly DependencyKind[] = ['dependencies', 'devDependencies', 'optionalDependencies'];

function namesIn(manifest: Manifest | undefined, ...kinds: readonly DependencyKind[]): Set<string> {
  return new Set((kinds.length === 0 ? KINDS : kinds).flatMap((kind) => Object.keys(manifest?.[kind] ?? {})));
}

function versionsIn(manifests: Codebase['manifests']): { folder: string; name: string; version: string }[] {
  return [...manifests].flatMap(([folder, manifest]) =>
    KINDS.flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}).map(([name, version]) => ({ folder, name, version })),
    ),
  );
}

function pathOf(folder: string): string {
  return folder === '.' ? 'package.json' : `${folder}/package.json`;
}

function externalName(specifier: string | null): string | undefined {
  return specifier === null || isBuiltin(specifier) ? undefined : packageNameOf(specifier);
}
