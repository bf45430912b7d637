import type { Layer } from '../layers.ts';
import { INDEPENDENT, LAUNCHED, LAYERS, LIBRARIES, OUTSIDE, ZONES } from '../layers.ts';
import type { Codebase } from '../source/codebase.ts';

/** Writes docs/reference/layers.md, which says who may import whom. */
export function layersPage({ manifests }: Pick<Codebase, 'manifests'>): string {
  return [
    '# Layers',
    'Generated from `tools/layers.ts` by `npm run docs`; checked by `tools/rules/layers.ts`.',
    '## Packages',
    table(
      ['Package', 'What it is', 'Pure', 'May import'],
      Object.entries(LAYERS).map(([name, layer]) => [
        name,
        manifests.get(name)?.description ?? 'planned',
        layer.pure ? 'yes' : 'no',
        importsOf(layer),
      ]),
    ),
    [
      '- Nothing under `screener/` imports anything under `platform/`, nor the reverse; `common/` imports neither.',
      '- No app imports another app. Tests of a package may also import `common/kit`.',
      `- ${list(OUTSIDE)} import what they need on their side, and are imported by nobody.`,
      `- The launchers in \`bin\` know both products; they start only ${list(LAUNCHED)}.`,
      `- Files under ${list(INDEPENDENT)} share no code with the rest.`,
    ].join('\n'),
    '## Inside an app',
    'Paths are below the `src/` of the app; the first zone that matches a file is its zone. A room, such as `bulk/`, holds all parts of one capability: its suffixes place them, and what has no suffix is a use case.',
    table(
      ['Zone', 'Files', 'May import', 'May not touch'],
      Object.entries(ZONES).map(([name, zone]) => [
        name,
        list(zone.files),
        [...zone.imports, ...zone.types.map((type) => `${type} (types only)`)].join(', ') || 'nothing',
        zone.forbids.join(', ') || 'nothing',
      ]),
    ),
    Object.entries(LIBRARIES)
      .map(([group, globs]) => `- ${group}: ${list(globs)}`)
      .join('\n'),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function importsOf({ imports, types = [] }: Layer): string {
  return [...imports, ...types.map((type) => `${type} (types only)`)].join(', ') || 'nothing';
}

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
