import { matchesGlob } from 'node:path';
import { INDEPENDENT, LAUNCHED, LAYERS, LIBRARIES, OUTSIDE, PUBLISHED, ZONES, zoneOf } from '../layers.ts';
import type { Codebase, Edge, Rule } from '../source/codebase.ts';
import { eachLine, isTestPath, packageNameOf, packageOf } from '../source/codebase.ts';
import { circlesIn, PRODUCTS, roomsOfPackage, roomsOfProduct } from '../source/rooms.ts';

type Judge = (edge: Edge, codebase: Codebase) => string | false | undefined;

/** A rule that judges one import at a time. */
function eachImport(judge: Judge): Rule {
  return (codebase) =>
    codebase.edges.flatMap((edge) => {
      const message = judge(edge, codebase);
      return message ? [`${edge.path}:${edge.line}: "${edge.specifier}": ${message}`] : [];
    });
}

/** Every package and app is in the table, and is named after its path. */
export const packagesAreKnown: Rule = ({ manifests }) =>
  [...manifests].flatMap(([folder, { name }]) => {
    // The separately installed packages of tools are not ours.
    if (!folder.includes('/') || isOutside(folder)) return [];
    if (!(folder in LAYERS))
      return [`${folder}/package.json: not in the table in tools/layers.ts: add it there`];
    const expected = PUBLISHED[folder] ?? `@${folder}`;
    if (name === expected) return [];
    return [`${folder}/package.json: name it ${expected}, by its path`];
  });

/** A computed import cannot be checked, so only tools (which are not shipped) may have one. */
export const importsAreLiteral: Rule = eachImport(
  ({ specifier, path }, codebase) =>
    (specifier === null || specifier.includes('\\')) &&
    packageOf(codebase, path) !== undefined &&
    'import() with a computed or escaped name: write the name out',
);

/** A compiled addon has no other way in; this one is optional. */
const LOADS_AN_ADDON = 'common/evidence/src/libsodium.ts';

/** `require` is not an import that the rules see; only launchers, tools and tests may use it. */
export const nothingIsRequired: Rule = (codebase) =>
  eachLine(
    codebase,
    (path) =>
      path.endsWith('.ts') &&
      packageOf(codebase, path) !== undefined &&
      !isTestPath(path) &&
      path !== LOADS_AN_ADDON,
    (line) => (/\b(createRequire|require)\(/.test(line) ? ['use import in place of require'] : []),
  );

/** No rule would see a source outside every package or in another dialect. */
export const sourcesHaveAPlace: Rule = (codebase) =>
  codebase.paths.flatMap((path) => {
    if (!/\.([cm]?[jt]s|[jt]sx)$/.test(path)) return [];
    if (/^(bin|tools)\//.test(path) && path.endsWith('.cjs')) return [];
    // What the reader of a guide copies runs on any Node.
    if (/^docs\/guides\/\w+\/[\w-]+\.mjs$/.test(path)) return [];
    const isPlaced = packageOf(codebase, path) !== undefined || isOutside(path);
    return isPlaced && path.endsWith('.ts') ? [] : [`${path}: move it into a package, as a .ts file`];
  });

/** `screener/` and `platform/` never import each other, and `common/` imports neither. */
export const productsStayApart: Rule = eachImport(({ path, target }) => {
  if (!crossesSides(path, target)) return false;
  const [from, to] = [sideOf(path), sideOf(target)];
  return from === 'common'
    ? `common/ knows no product: take it as an argument, or move this code into ${to}/`
    : `${from}/ and ${to}/ meet only over HTTP: call its API, or move what both need into common/`;
});

/** Package to package, by name and by the table. Tests may also use the toolkit, but nothing more. */
export const packagesKeepTheirLayer: Rule = eachImport(({ path, specifier, target, kind }, codebase) => {
  const from = packageOf(codebase, path);
  if (target !== null && kind !== 'program' && leavesUnseen(codebase, from, specifier, target))
    return 'leaves its package for a file that is in none: move that file into a package';
  const to = target === null || kind === 'program' ? undefined : packageOf(codebase, target);
  if (to === undefined || to === from || crossesSides(path, target)) return false;
  // The tests of a product share their helpers.
  if (target !== null && isTestPath(path) && isTestPath(target)) return false;
  if (specifier?.startsWith('.')) return `leaves its package: import it as @${to}/<path>`;
  if (from === undefined || (isTestPath(path) && to === 'common/kit')) return false;
  const { imports = [], types = [] } = LAYERS[from] ?? {};
  if (imports.includes(to) || (kind === 'type import' && types.includes(to))) return false;
  if (types.includes(to)) return `${from} may import only types from ${to}: write import type`;
  if (LAYERS[to]?.app)
    return 'no app imports another app: call it over HTTP, or move what both need into a package';
  return `${from} may import only ${imports.join(', ') || 'what is in it'} (LAYERS in tools/layers.ts)`;
});

function leavesUnseen(
  codebase: Codebase,
  from: string | undefined,
  specifier: string | null,
  target: string,
): boolean {
  if (from === undefined || specifier?.startsWith('.') !== true) return false;
  return packageOf(codebase, target) === undefined && !isOutside(target);
}

/** Tools that run tests, or services as tests do. */
const FOR_TESTS = ['tools/testing/', 'tools/faults', 'platform/conformance/kit/'];

/**
 * Nothing imports tools, conformance, bench or demo, and shipped code imports neither tests nor test helpers.
 */
export const testsAreNotShipped: Rule = eachImport(({ path, target, kind }) => {
  if (target === null || kind === 'program') return false;
  // The test runner also prepares what tests share.
  const isForTests = isTestPath(path) || FOR_TESTS.some((start) => path.startsWith(start));
  const isWrong = (isTestPath(target) && !isForTests) || (isOutside(target) && !isOutside(path));
  return (
    isWrong && 'do not import tools, bench, conformance or demo; shipped code must not import tests either'
  );
});

/** The compiler does not read a launcher: this rule checks that what it starts exists and is an entry point. */
export const launchersStartEntryPoints: Rule = (codebase) =>
  eachImport(
    ({ path, target }) =>
      path.startsWith('bin/') &&
      target !== null &&
      !(codebase.sources.includes(target) && LAUNCHED.some((glob) => matchesGlob(target, glob))) &&
      'a launcher may start only the main.ts or cli/main.ts of an app',
  )(codebase);

/** Files that check the rest from outside share no code with it. */
export const independentFilesStandAlone: Rule = eachImport(
  ({ path, target, kind }) =>
    kind !== 'program' &&
    target !== null &&
    isIndependent(path) &&
    !path.endsWith('.test.ts') &&
    !isIndependent(target) &&
    'this file must share no code with what it checks (INDEPENDENT in tools/layers.ts)',
);

/** Each file of an app has a place in the table of zones. */
export const appFilesHaveAZone: Rule = ({ sources }) =>
  sources
    .filter((path) => appFile(path) !== undefined && zoneOfPath(path) === undefined)
    .map(
      (path) => `${path}: in no zone: put it in a room, or in a folder listed in ZONES of tools/layers.ts`,
    );

/**
 * Rooms are free of circles, as files are: the packages of a product, and the folders of a package. A circle of rooms can
 * consist of files that have none, and is broken by a move of one of them.
 */
export const roomsHaveNoCircles: Rule = (codebase) => {
  const packages = [...codebase.manifests.keys()].filter((folder) => folder.includes('/'));
  const plans = [
    ...PRODUCTS.map((product) => [product, roomsOfProduct(codebase, product)] as const),
    ...packages.map((folder) => [folder, roomsOfPackage(codebase, folder)] as const),
  ];
  return plans.flatMap(([name, plan]) =>
    circlesIn(plan).flatMap((circle) => {
      const within = plan.arrows.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
      const example = within.map(({ from, to, example: at }) => `${from} -> ${to} (${at})`).join(', ');
      return [
        `${name}: rooms in a circle: ${circle.join(', ')}: move what one needs of another below both: ${example}`,
      ];
    }),
  );
};

/** Inside an app, zones import one another according to the table. */
export const appsKeepTheirZones: Rule = eachImport(({ path, target, kind }) => {
  const from = zoneOfPath(path);
  const to = kind === 'program' ? undefined : zoneOfPath(target ?? '');
  const zone = ZONES[from ?? ''];
  if (zone === undefined || to === undefined || from === to || zone.imports.includes(to)) return false;
  if (kind === 'type import' && zone.types.includes(to)) return false;
  return `${from} may not import ${to}: take it as an argument (ZONES in tools/layers.ts)`;
});

/** Some zones may not use some libraries at all: no SQL or HTTP in use cases, no SQL in handlers. */
export const zonesKeepOutLibraries: Rule = eachImport(({ path, specifier }) => {
  const from = zoneOfPath(path);
  const names = [specifier ?? '', packageNameOf(specifier) ?? ''];
  const group = ZONES[from ?? '']?.forbids.find((each) =>
    LIBRARIES[each]?.some((glob) => names.some((name) => matchesGlob(name, glob))),
  );
  return group !== undefined && `${from} may not touch ${group} (ZONES in tools/layers.ts)`;
});

/** `common`, `screener` or `platform`; undefined for files that may know both products. */
function sideOf(path: string | null): string | undefined {
  return /^(common|screener|platform)(?=\/)/.exec(path ?? '')?.[0];
}

function crossesSides(path: string, target: string | null): boolean {
  const [from, to] = [sideOf(path), sideOf(target)];
  return from !== undefined && to !== undefined && to !== from && to !== 'common';
}

/** The path of an app's source below its `src/`; undefined for every other file. */
function appFile(path: string): string | undefined {
  const [, folder = '', file] = /^([^/]+\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
  return LAYERS[folder]?.app ? file : undefined;
}

function zoneOfPath(path: string): string | undefined {
  const file = appFile(path);
  return file === undefined ? undefined : (LAYERS[packageFolder(path)]?.zone ?? zoneOf(file));
}

function packageFolder(path: string): string {
  return path.split('/', 2).join('/');
}

function isOutside(path: string): boolean {
  return OUTSIDE.some((folder) => path.startsWith(`${folder}/`));
}

function isIndependent(path: string): boolean {
  return INDEPENDENT.some((glob) => matchesGlob(path, glob));
}
