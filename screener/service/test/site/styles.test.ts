import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

/** Classes that a sheet styles wherever they stand: every page loads every sheet. */
function bareClasses(sheet: string): readonly string[] {
  const rules = sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g);
  const selectors = [...rules].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((selector) => /^\s*\.([a-z][\w-]*)\s*$/.exec(selector)?.[1] ?? []);
}

test('no two rooms style one class', async () => {
  const rooms = new Map<string, Set<string>>();
  for await (const file of glob(`${SOURCES}**/*.css`)) {
    const room = dirname(relative(SOURCES, file));
    // What all rooms share is theirs to refine.
    if (room === 'site') continue;
    for (const name of bareClasses(await readFile(file, 'utf8'))) {
      rooms.set(name, (rooms.get(name) ?? new Set()).add(room));
    }
  }
  assert.ok(rooms.size > 50, String(rooms.size));
  const shared = [...rooms].filter(([, of]) => of.size > 1).map(([name, of]) => [name, ...of]);
  assert.deepEqual(shared, []);
});
