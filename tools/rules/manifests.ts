import { isBuiltin } from 'node:module';
import type { Codebase, Finding, Manifest, Rule, Workspace } from '../source/codebase.ts';
import { isTestPath, packageNameOf } from '../source/codebase.ts';

/** Development dependencies that no source imports, each with the place that runs it. */
export const RUN_NOT_IMPORTED: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'run by tools/check/steps.ts',
  '@redocly/cli': 'run by screener/conformance/test/api-description.test.ts',
  '@stoplight/spectral-cli': 'run by screener/conformance/test/api-description.test.ts',
  '@types/node': 'types of Node itself, named in tsconfig.json',
};

/** `<manifest> <package>` of a version that differs with reason. */
const OTHER_VERSIONS: Readonly<Record<string, string>> = {
  'screener/client/package.json typescript': 'openapi-typescript builds on the API of TypeScript 5',
};

/** Licences (SPDX) that let us ship a dependency with no duty beyond naming it: ADR 0002. */
const ACCEPTED_LICENCES = [
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
];

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** A package.json lists what its `src/` imports: nothing missing, nothing unused. Types count as well. */
export const dependenciesMatchImports: Rule = (codebase) =>
  codebase.workspaces.flatMap((workspace) => {
    const listed = new Set(Object.keys(workspace.manifest.dependencies ?? {}));
    const isShipped = (path: string): boolean =>
      path.startsWith(`${workspace.folder}/src/`) && !isTestPath(path);
    const used = importedPackages(codebase, isShipped);
    used.delete(workspace.manifest.name ?? '');
    return difference(`${workspace.folder}/package.json`, listed, used);
  });

/** What tests, tools, conformance and benches import stands somewhere in the root or in their own package.json. */
export const testDependenciesAreListed: Rule = (codebase) => {
  const root = namesOf(codebase.rootManifest, ['dependencies', 'devDependencies']);
  const findings: Finding[] = [];
  for (const [path, { imports }] of codebase.sources) {
    const own = codebase.workspaces.find(({ folder }) => path.startsWith(`${folder}/`));
    const inside = own !== undefined;
    if (inside && !isTestPath(path)) continue;
    const available = inside
      ? namesOf(own.manifest, ['dependencies', 'devDependencies'])
      : everyDependency(codebase);
    for (const { specifier, line } of imports) {
      const name = externalName(specifier);
      if (name === undefined || isOwn(name) || root.has(name) || available.has(name)) continue;
      findings.push({ path, line, message: `"${name}" is in no package.json that this file may rely on` });
    }
  }
  return findings;
};

/** Every development dependency is imported somewhere, gives types of something imported, or is run. */
export const devDependenciesAreUsed: Rule = (codebase) => {
  const used = importedPackages(codebase, () => true);
  // A package whose files are only looked up is named as a string: require.resolve('x').
  for (const [path, { strings }] of codebase.sources) {
    if (!path.startsWith('tools/')) for (const text of strings) used.add(text);
  }
  const listed = Object.keys(codebase.rootManifest.devDependencies ?? {});
  const isUsed = (name: string): boolean =>
    used.has(name) || used.has(name.replace(/^@types\//, '')) || name in RUN_NOT_IMPORTED;
  const stale = Object.keys(RUN_NOT_IMPORTED).filter((name) => !listed.includes(name));
  return [
    ...listed
      .filter((name) => !isUsed(name))
      .map((name) => manifestFinding(`"${name}" is not used: remove it`)),
    ...(listed.length === 0
      ? []
      : stale.map((name) => manifestFinding(`RUN_NOT_IMPORTED names "${name}", which is not listed`))),
  ];
};

/** Exact versions: npm under an old Node picks older versions silently when it is given a range. */
export const versionsAreExact: Rule = (codebase) =>
  manifests(codebase).flatMap(({ path, manifest }) =>
    Object.entries(allDependencies(manifest))
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => ({
        path,
        line: null,
        message: `"${name}": "${version}" is no exact version`,
      })),
  );

/** One version of a dependency in all packages. */
export const versionsAgree: Rule = (codebase) => {
  const first = new Map<string, string>();
  return manifests(codebase).flatMap(({ path, manifest }) =>
    Object.entries(allDependencies(manifest)).flatMap(([name, version]) => {
      if (`${path} ${name}` in OTHER_VERSIONS) return [];
      const known = first.get(name) ?? version;
      first.set(name, known);
      return known === version
        ? []
        : [{ path, line: null, message: `"${name}" is ${version} here and ${known} elsewhere` }];
    }),
  );
};

/** What runs in production is named, in backticks, in some docs/adr/*.md: why, its licence, what we would lose. */
export const dependenciesHaveAnAdr: Rule = (codebase) => {
  const adrs = codebase.repository.paths.filter((path) => /^docs\/adr\/.*\.md$/.test(path));
  const text = adrs.map((path) => codebase.repository.text(path) ?? '').join('\n');
  return manifests(codebase).flatMap(({ path, manifest }) =>
    [...namesOf(manifest, ['dependencies', 'optionalDependencies'])]
      .filter((name) => !isOwn(name) && !text.includes(`\`${name}\``))
      .map((name) => ({
        path,
        line: null,
        message: `"${name}" is named in no docs/adr/*.md: write why it is needed`,
      })),
  );
};

/** The lock file names no registry: it must work behind any mirror. */
export const lockFileNamesNoRegistry: Rule = (codebase) =>
  (codebase.repository.text('package-lock.json') ?? '').split('\n').flatMap((text, index) =>
    /"resolved": "(https?|git)/.test(text)
      ? [
          {
            path: 'package-lock.json',
            line: index + 1,
            message:
              'names a registry: npm config set omit-lockfile-registry-resolved true, then npm install',
          },
        ]
      : [],
  );

/** Whatever runs in production, however deep, has an accepted licence. */
export const licencesAreAccepted: Rule = (codebase) => {
  const path = 'package-lock.json';
  const { packages = {} }: LockFile = JSON.parse(codebase.repository.text(path) ?? '{}');
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && dev !== true && link !== true)
    .filter(([, { license }]) => !ACCEPTED_LICENCES.includes(license ?? ''))
    .map(([place, { license }]) => ({
      path,
      line: null,
      message: `${place}: licence ${license ?? 'not given'}`,
    }));
};

export const MANIFEST_RULES: Readonly<Record<string, Rule>> = {
  dependenciesMatchImports,
  testDependenciesAreListed,
  devDependenciesAreUsed,
  versionsAreExact,
  versionsAgree,
  dependenciesHaveAnAdr,
  lockFileNamesNoRegistry,
  licencesAreAccepted,
};

interface LockFile {
  readonly packages?: Readonly<Record<string, { license?: string; dev?: boolean; link?: boolean }>>;
}

function manifests(codebase: Codebase): { path: string; manifest: Manifest }[] {
  const ofWorkspace = ({ folder, manifest }: Workspace) => ({ path: `${folder}/package.json`, manifest });
  return [{ path: 'package.json', manifest: codebase.rootManifest }, ...codebase.workspaces.map(ofWorkspace)];
}

function manifestFinding(message: string): Finding {
  return { path: 'package.json', line: null, message };
}

type Kind = 'dependencies' | 'devDependencies' | 'optionalDependencies';

/** A package of this repository. */
function isOwn(name: string): boolean {
  return /^@(common|screener|platform|sanad)\//.test(name);
}

function namesOf(manifest: Manifest, kinds: readonly Kind[]): Set<string> {
  return new Set(kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})));
}

function allDependencies(manifest: Manifest): Record<string, string> {
  return { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
}

function everyDependency(codebase: Codebase): Set<string> {
  return new Set(codebase.workspaces.flatMap(({ manifest }) => [...namesOf(manifest, ['dependencies'])]));
}

function externalName(specifier: string | null): string | undefined {
  return specifier === null || isBuiltin(specifier) ? undefined : packageNameOf(specifier);
}

function importedPackages(codebase: Codebase, includes: (path: string) => boolean): Set<string> {
  const names = new Set<string>();
  for (const [path, { imports }] of codebase.sources) {
    if (!includes(path)) continue;
    for (const { specifier } of imports) {
      const name = externalName(specifier);
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

function difference(path: string, listed: ReadonlySet<string>, used: ReadonlySet<string>): Finding[] {
  const missing = [...used].filter((name) => !listed.has(name));
  const unused = [...listed].filter((name) => !used.has(name));
  return [
    ...missing.map((name) => ({
      path,
      line: null,
      message: `"${name}" is imported but not listed in dependencies`,
    })),
    ...unused.map((name) => ({
      path,
      line: null,
      message: `"${name}" is listed in dependencies but not imported`,
    })),
  ];
}
