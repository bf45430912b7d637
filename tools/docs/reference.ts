import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from '../source/codebase.ts';
import type { Generator } from './generators.ts';

const FOLDER = 'docs/reference';
/** Pages that no check can write again: figures that were measured, and what a long run of `npm run dated` found. */
const RECORDED: readonly string[] = ['docs/reference/performance.md', 'docs/reference/dated-screenings.md'];
/** Where people write: what others need to verify evidence without our code. The kit holds it to the code. */
const WRITTEN = 'docs/reference/evidence/';

/** Pages that are missing, differ from what their generator now returns, or no longer have a generator. */
export async function stalePages(
  repository: Repository,
  generators: readonly Generator[],
): Promise<string[]> {
  const findings: string[] = [];
  for (const { path, text } of generators) {
    if (repository.text(path) !== (await text())) {
      findings.push(`${path}: is out of date: npm run docs`);
    }
  }
  const expected = new Set([...RECORDED, ...generators.map(({ path }) => path)]);
  for (const path of repository.paths) {
    if (!path.startsWith(`${FOLDER}/`) || path.startsWith(WRITTEN) || expected.has(path)) continue;
    findings.push(`${path}: has no generator in tools/docs/generators.ts: delete it`);
  }
  return findings;
}

/** Writes every page below `root`; returns the paths written. */
export async function writePages(root: string, generators: readonly Generator[]): Promise<string[]> {
  const written: string[] = [];
  for (const { path, text } of generators) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await text());
    written.push(path);
  }
  return written;
}
