import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { GENERATORS } from '../docs/generators.ts';
import { stalePages } from '../docs/reference.ts';
import { RULES } from '../rules/rules.ts';
import type { Codebase, Rule } from '../source/codebase.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { checkCommitTitles } from './commit-titles.ts';

/** One requirement of `npm run check`. `run` returns what is wrong, one entry for each complaint. */
export interface Step {
  readonly name: string;
  readonly run: (codebase: Codebase) => readonly string[] | Promise<readonly string[]>;
}

export const STEPS: readonly Step[] = [
  {
    name: 'lint and format',
    run: () => runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  },
  { name: 'types', run: () => checkTypes('tsconfig.json') },
  { name: 'types of the pure packages', run: () => checkTypes('tsconfig.pure.json') },
  { name: 'rules of the house', run: (codebase) => applyRules(RULES, codebase) },
  { name: 'generated pages', run: (codebase) => stalePages(codebase, GENERATORS) },
  {
    name: 'commit titles',
    run: () => {
      const { complaints, note } = checkCommitTitles(ROOT_FOLDER);
      if (note !== null) console.log(`note ${note}`);
      return complaints;
    },
  },
];

/** The findings of a set of rules, each with the name of its rule. */
export function applyRules(rules: Readonly<Record<string, Rule>>, codebase: Codebase): string[] {
  return Object.entries(rules).flatMap(([name, rule]) =>
    rule(codebase).map((finding) => `${finding} [${name}]`),
  );
}

/**
 * The compiler keeps its results. The next time, it reads only what has changed since, and what depends on
 * it. Its four checkers would check shared files four times: one needs half of the processor time and memory.
 */
function checkTypes(config: string): string[] {
  const kept = join('node_modules/.cache/types', config.replace('.json', '.tsbuildinfo'));
  return runTool('typescript/bin/tsc', [
    '-p',
    config,
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    kept,
  ]);
}

/** Runs a JavaScript program of node_modules at the root; its output is the complaint if it fails. */
function runTool(program: string, args: readonly string[]): string[] {
  const script = join(ROOT_FOLDER, 'node_modules', program);
  const result = spawnSync(process.execPath, [script, ...args], { cwd: ROOT_FOLDER, encoding: 'utf8' });
  if (result.status === 0) return [];
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
  return [
    output === '' ? (result.error?.message ?? `${program} failed with status ${result.status}`) : output,
  ];
}
