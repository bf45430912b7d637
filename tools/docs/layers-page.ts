import type { Layer } from '../layers.ts';
import { INDEPENDENT, LAYERS, LIBRARIES, OUTSIDE, ZONES } from '../layers.ts';

/** docs/reference/layers.md: who may import whom. */
export function layersPage(): string {
  return [
    '# Layers',
    'Generated from `tools/layers.ts` by `npm run docs`; checked by `tools/test/layers.test.ts`.',
    '## Packages',
    packagesTable(),
    `No app imports an app. ${list(OUTSIDE)} may import everything and are imported by nobody. Tests of a package may also import kit. ` +
      `Files under ${list(INDEPENDENT)} share no code with the rest.`,
    '## Inside an app',
    'Paths are below the `src/` of the app.',
    zonesTable(),
    Object.entries(LIBRARIES)
      .map(([group, globs]) => `- ${group}: ${list(globs)}`)
      .join('\n'),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function packagesTable(): string {
  const rows = Object.entries(LAYERS).map(([name, layer]) => [
    name,
    layer.about,
    layer.pure ? 'yes' : 'no',
    importsOf(layer),
  ]);
  return table(['Package', 'What it is', 'Pure', 'May import'], rows);
}

function importsOf({ imports }: Layer): string {
  const names = Object.entries(imports).map(([name, kind]) =>
    kind === 'types' ? `${name} (types only)` : name,
  );
  return names.length === 0 ? 'nothing' : names.join(', ');
}

function zonesTable(): string {
  const rows = Object.entries(ZONES).map(([name, zone]) => [
    name,
    list(zone.files),
    [...zone.imports, ...zone.types.map((type) => `${type} (types only)`)].join(', ') || 'nothing',
    zone.forbids.join(', ') || 'nothing',
  ]);
  return table(['Zone', 'Files', 'May import', 'May not touch'], rows);
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
