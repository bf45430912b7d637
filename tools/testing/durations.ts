import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file of the last durations, in milliseconds by test file. Without it, a run only takes longer. */
const DURATIONS_FILE = 'node_modules/.cache/test-durations.json';

/** The duration of a file if neither its own nor its neighbours' are known. */
const GUESS_MS = 3_000;
/** The same if it opens pages in a browser, or whole deployments. */
const LONGER_GUESS_MS = 20_000;

type Durations = Readonly<Record<string, number>>;

export function readDurations(root: string): Durations {
  try {
    return JSON.parse(readFileSync(join(root, DURATIONS_FILE), 'utf8'));
  } catch {
    return {};
  }
}

export function keepDurations(root: string, durations: Durations): void {
  const all = { ...readDurations(root), ...durations };
  try {
    mkdirSync(dirname(join(root, DURATIONS_FILE)), { recursive: true });
    writeFileSync(join(root, DURATIONS_FILE), JSON.stringify(all, null, 1));
  } catch {
    // The folder is not writable.
  }
}

/** How long each file is likely to take, in milliseconds. A new file takes as long as its neighbours. */
export function expectedMs(
  root: string,
  files: readonly string[],
  known: Durations,
): ReadonlyMap<string, number> {
  const byFolder = Map.groupBy(Object.keys(known), dirname);
  const guess = (file: string): number => {
    const neighbours = byFolder.get(dirname(file)) ?? [];
    const total = neighbours.reduce((sum, each) => sum + (known[each] ?? 0), 0);
    if (neighbours.length > 0) return total / neighbours.length;
    const isLong =
      file.startsWith('platform/conformance/') ||
      readFileSync(join(root, file), 'utf8').includes('useBrowser(');
    return isLong ? LONGER_GUESS_MS : GUESS_MS;
  };
  return new Map(files.map((file) => [file, known[file] ?? guess(file)]));
}
