import { builtinModules } from 'node:module';
import { matchesGlob } from 'node:path';
import type { Zone } from '../layers.ts';
import { INDEPENDENT, LAYERS, LIBRARIES, OUTSIDE, ZONES, zoneOf } from '../layers.ts';
import type { Codebase, Finding, Rule } from '../source/codebase.ts';
import { isTestPath, packageNameOf, resolveImport, workspaceOf } from '../source/codebase.ts';
import type { ImportUse } from '../source/syntax.ts';

/** One import with what it resolves to; `target` is null when it names another package or a built-in. */
interface Edge {
  readonly path: string;
  readonly use: ImportUse & { readonly specifier: string };
  readonly target: string | null;
}

function edges(codebase: Codebase): Edge[] {
  const found: Edge[] = [];
  for (const [path, { imports }] of codebase.sources) {
    for (const { specifier, typeOnly, line } of imports) {
      if (specifier === null) continue;
      const target = resolveImport(codebase, path, specifier) ?? null;
      found.push({ path, use: { specifier, typeOnly, line }, target });
    }
  }
  return found;
}

function finding({ path, use }: Edge, message: string): Finding {
  return { path, line: use.line, message: `"${use.specifier}": ${message}` };
}

/** Every file parses: a file that does not is invisible to all other rules. */
export const sourcesParse: Rule = (codebase) =>
  [...codebase.sources].flatMap(([path, { errors }]) =>
    errors.map((error) => ({ path, line: null, message: `does not parse: ${error}` })),
  );

/** Every package and app stands in the table, in its folder. */
export const packagesAreKnown: Rule = (codebase) =>
  codebase.workspaces
    .filter(({ folder }) => !(folder in LAYERS))
    .map(({ folder }) => ({
      path: folder,
      line: null,
      message: 'not in the table of tools/layers.ts: add it there',
    }));

/** An import of this repository names a file that is there. */
export const importsExist: Rule = (codebase) => {
  const known = new Set(codebase.repository.paths);
  return edges(codebase)
    .filter(({ target }) => target !== null && !known.has(target))
    .map((edge) => finding(edge, `there is no ${edge.target}`));
};

/** A specifier that is computed cannot be checked, so only tools (which are not shipped) may have one. */
export const importsAreLiteral: Rule = (codebase) =>
  [...codebase.sources].flatMap(([path, { imports }]) =>
    imports
      .filter(({ specifier }) => specifier === null && workspaceOf(codebase, path) !== undefined)
      .map(({ line }) => ({ path, line, message: 'import() with a computed name: write the name out' })),
  );

/** A relative import stays inside its package, or inside its folder for tools, conformance, bench and demo. */
export const relativeImportsStayInside: Rule = (codebase) =>
  edges(codebase)
    .filter(({ path, use, target }) => {
      if (!use.specifier.startsWith('.') || target === null) return false;
      // Folders without a package name can be reached by path alone, and by each other alone.
      if (isOutside(path) && isOutside(target)) return false;
      const home = workspaceOf(codebase, path)?.folder ?? outside(path);
      return !target.startsWith(`${home}/`);
    })
    .map((edge) => finding(edge, 'leaves its package: import it as @<folder>/<package>/<path>'));

/** Package to package, by the table. Tests may use the toolkit as well, and no more than that. */
export const packagesKeepTheirLayer: Rule = (codebase) =>
  edges(codebase).flatMap((edge) => {
    const from = workspaceOf(codebase, edge.path);
    const to = edge.target === null ? undefined : workspaceOf(codebase, edge.target);
    if (from === undefined || to === undefined || to === from) return [];
    if (isTestPath(edge.path) && to.folder === 'common/kit') return [];
    const allowed = LAYERS[from.folder]?.imports[to.folder];
    if (allowed === 'values' || (allowed === 'types' && edge.use.typeOnly)) return [];
    const message =
      allowed === 'types'
        ? `${from.folder} may import types alone from ${to.folder}`
        : `${from.folder} may not import ${to.folder}`;
    return [finding(edge, `${message} (tools/layers.ts)`)];
  });

/** Nobody imports tools, conformance, bench or demo, and shipped code imports neither tests nor helpers for tests. */
export const testsAreNotShipped: Rule = (codebase) =>
  edges(codebase)
    .filter(({ path, target }) => {
      if (target === null || isTestPath(path)) return false;
      return isTestPath(target) || (isOutside(target) && !isOutside(path));
    })
    .map((edge) =>
      finding(edge, 'shipped code may not import tests, their helpers, tools, conformance, bench or demo'),
    );

/** Files that check the rest from outside share no code with it. */
export const independentFilesStandAlone: Rule = (codebase) => {
  const isIndependent = (path: string): boolean => INDEPENDENT.some((glob) => matchesGlob(path, glob));
  return edges(codebase)
    .filter(({ path }) => isIndependent(path) && !path.endsWith('.test.ts'))
    .filter(({ target }) => target !== null && !isIndependent(target))
    .map((edge) =>
      finding(edge, 'this file shares no code with what it checks (INDEPENDENT in tools/layers.ts)'),
    );
};

/** Each file of an app has a place in the table of zones. */
export const appFilesHaveAZone: Rule = (codebase) =>
  [...codebase.sources.keys()]
    .filter((path) => appFile(path) !== undefined && zoneOf(appFile(path) ?? '') === undefined)
    .map((path) => ({ path, line: null, message: 'no zone of an app: see ZONES in tools/layers.ts' }));

/** Inside an app, zone to zone by the table. */
export const appsKeepTheirZones: Rule = (codebase) =>
  edges(codebase).flatMap((edge) => {
    const from = zoneOf(appFile(edge.path) ?? '');
    const to = edge.target === null ? undefined : zoneOf(appFile(edge.target) ?? '');
    if (from === undefined || to === undefined || from === to) return [];
    const zone = ZONES[from];
    if (zone === undefined || zone.imports.includes(to) || (edge.use.typeOnly && zone.types.includes(to)))
      return [];
    return [finding(edge, `${from} may not import ${to} (ZONES in tools/layers.ts)`)];
  });

/** What a zone may not touch at all: no SQL and no HTTP in use cases, no SQL in handlers. */
export const zonesKeepOutLibraries: Rule = (codebase) =>
  edges(codebase).flatMap((edge) => {
    const from = zoneOf(appFile(edge.path) ?? '');
    const zone = from === undefined ? undefined : ZONES[from];
    if (zone === undefined || !isForbidden(zone, edge.use.specifier)) return [];
    return [finding(edge, `${from} may not import this (ZONES in tools/layers.ts)`)];
  });

/** Built-in modules are written `node:fs`; a bare `fs` could be any package. */
export const builtinsAreNamedAsSuch: Rule = (codebase) =>
  edges(codebase)
    .filter(({ use }) => builtinModules.includes(use.specifier) && !use.specifier.startsWith('node:'))
    .map((edge) => finding(edge, `write node:${edge.use.specifier}`));

export const LAYER_RULES: Readonly<Record<string, Rule>> = {
  sourcesParse,
  packagesAreKnown,
  importsExist,
  importsAreLiteral,
  relativeImportsStayInside,
  packagesKeepTheirLayer,
  testsAreNotShipped,
  independentFilesStandAlone,
  appFilesHaveAZone,
  appsKeepTheirZones,
  zonesKeepOutLibraries,
  builtinsAreNamedAsSuch,
};

/** The path of an app's source below its `src/`; undefined for every other file. */
function appFile(path: string): string | undefined {
  const [, folder = '', file] = /^((?:common|screener|platform)\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
  return LAYERS[folder]?.app === true ? file : undefined;
}

function isOutside(path: string): boolean {
  return outside(path) !== undefined;
}

function outside(path: string): string | undefined {
  return OUTSIDE.find((folder) => path.startsWith(`${folder}/`));
}

function isForbidden(zone: Zone, specifier: string): boolean {
  const name = packageNameOf(specifier) ?? specifier;
  const globs = zone.forbids.flatMap((group) => LIBRARIES[group] ?? []);
  return globs.some((glob) => matchesGlob(specifier, glob) || matchesGlob(name, glob));
}
