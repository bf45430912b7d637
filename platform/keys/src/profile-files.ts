import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the text of `<folder>/<name>.json`; null if there is no such file. It looks at the file at each call, and reads
 * it again when another file took its place, or its size or times have changed. `name` has the form of a profile name.
 */
export function profileFiles(folder: string): (name: string) => Promise<string | null> {
  const known = new Map<string, { readonly state: string; readonly text: string }>();
  return async (name) => {
    const file = join(folder, `${name}.json`);
    // This is synchronous, because a thread pool would cost ten times as much for so short a look.
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return null;
    // Take this before reading the text, so that a file that changes meanwhile is read once more.
    const state = `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
    const last = known.get(name);
    if (last?.state === state) return last.text;
    const text = readText(file);
    if (text !== null) known.set(name, { state, text });
    return text;
  };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
