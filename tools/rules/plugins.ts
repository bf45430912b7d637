import { matchesGlob } from 'node:path';
import type { Rule } from '../source/codebase.ts';
import { eachLine } from '../source/codebase.ts';

/** The files that may not contain a plugin's words: everything that runs. */
const SHIPPED = ['{platform,common}/*/src/**', 'tools/start/**', 'bin/**'];

/** Files that concern one plugin by their nature, and why. */
const ABOUT_A_PLUGIN: Readonly<Record<string, string>> = {
  'platform/counterparties/src/**': 'the mock counterparties, each the other side of one plugin',
  'platform/gateway/src/use-cases/script/**':
    'the scripted agent, which understands sentences about payments and records',
  'platform/gateway/src/use-cases/answer-chat.ts':
    'the same: it turns what was understood into calls of tools',
  'tools/start/deployment.ts': 'the call that a first start prints for people to try',
};

interface PluginFiles {
  readonly name?: string;
  readonly profile?: string;
  readonly facades?: readonly {
    readonly name: string;
    readonly rules: readonly { readonly name: string; readonly kind: string }[];
    readonly idempotency: { readonly prefix: string };
  }[];
  readonly tools?: readonly { readonly name: string }[];
  readonly base_url_env?: string;
}

/** A plugin is data in its folder: no shipped source names it, its facades, tools, rules or settings. */
export const pluginsStayInTheirFolder: Rule = (codebase) => {
  const files = codebase.paths.filter((path) =>
    matchesGlob(path, 'platform/plugins/*/{manifest,connector}.json'),
  );
  const words = new Set<string>();
  const quoted = new Set<string>();
  for (const file of files) {
    const {
      name,
      profile,
      facades = [],
      tools = [],
      base_url_env: variable,
    }: PluginFiles = JSON.parse(codebase.text(file));
    const rules = facades.flatMap((facade) => facade.rules.filter((rule) => rule.name !== rule.kind));
    const names = [
      profile,
      variable,
      ...facades.map((facade) => facade.name),
      ...tools.map((tool) => tool.name),
    ];
    for (const word of [...names, ...facades.map(({ idempotency }) => idempotency.prefix)]) {
      if (word !== undefined) words.add(word);
    }
    // `records` or `sides` is also English. As a name, it stands alone in quotes.
    for (const word of [name, ...rules.map((rule) => rule.name)]) {
      if (word !== undefined) (word.includes('_') ? words : quoted).add(word);
    }
  }
  if (words.size === 0) return [];
  const escaped = (all: ReadonlySet<string>) => [...all].map((word) => word.replaceAll('.', '\\.')).join('|');
  const pattern = new RegExp(`(?<!\\w)(?:${escaped(words)})(?![\\w])|(['"\`])(?:${escaped(quoted)})\\1`);
  const isOne = (path: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(path, glob));
  const isWanted = (path: string) => isOne(path, SHIPPED) && !isOne(path, Object.keys(ABOUT_A_PLUGIN));
  return eachLine(codebase, isWanted, (line) => {
    const [word] = pattern.exec(line) ?? [];
    return word === undefined ? [] : [`${word} belongs to one plugin: read it from the plugin's manifest`];
  });
};
