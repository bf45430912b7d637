import type { EndedTest } from './collect.ts';

const LISTED_FILES = 20;

/** The slowest files, where shortening a run would begin. */
export function slowest(durations: Readonly<Record<string, number>>): string {
  const all = Object.entries(durations);
  const files = all.toSorted(([, one], [, other]) => other - one).slice(0, LISTED_FILES);
  const lines = files.map(([file, ms]) => `  ${(ms / 1_000).toFixed(1)} s  ${file}\n`);
  return `slowest of ${all.length} files:\n${lines.join('')}`;
}

/** One line for each package, and for the tools. */
export function byPackage(ended: readonly EndedTest[]): string {
  const packages = Map.groupBy(ended, ({ file }) => file.split('/', 2).join('/'));
  const lines = [...packages].map(([name, own]) => `  ${name} ${partsOf(own, false).join(', ')}\n`);
  return `by package:\n${lines.sort().join('')}`;
}

/** Lists tests that did not run or may fail, so that none can hide. */
export function notRun(ended: readonly EndedTest[], outcome: 'skipped' | 'todo', title: string): string {
  const own = ended.filter((each) => each.outcome === outcome);
  const lines = own.map(({ file, name, reason }) => `  ${file}: ${name}: ${reason ?? 'no reason given'}\n`);
  return lines.length === 0 ? '' : `${lines.length} ${title}:\n${lines.join('')}`;
}

/** Lists tests that passed only when repeated. Each is a fault, of the test or of the code that it tests. */
export function flaky(ended: readonly EndedTest[]): string {
  return ended
    .filter(({ outcome, reason }) => (outcome === 'failed' || outcome === 'cancelled') && reason !== null)
    .map(({ file, name, reason }) => {
      const message = (reason ?? '').trim().replaceAll('\n', '\n    ');
      return `failed, then passed without a change: ${file}: ${name}\n    ${message}\n`;
    })
    .join('');
}

export function total(ended: readonly EndedTest[]): string {
  return `${ended.filter(({ isTest }) => isTest).length} tests: ${partsOf(ended, true).join(', ')}`;
}

function partsOf(ended: readonly EndedTest[], withNone: boolean): string[] {
  const count = (wanted: EndedTest['outcome']): number =>
    ended.filter(({ isTest, outcome }) => isTest && outcome === wanted).length;
  const parts = [`${count('passed')} passed`];
  for (const outcome of ['failed', 'skipped'] as const) {
    if (withNone || count(outcome) > 0) parts.push(`${count(outcome)} ${outcome}`);
  }
  for (const outcome of ['cancelled', 'todo'] as const) {
    if (count(outcome) > 0) parts.push(`${count(outcome)} ${outcome}`);
  }
  return parts;
}
