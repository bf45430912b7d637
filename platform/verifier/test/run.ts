import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runVerifier } from '../src/cli/program.ts';

export const REPOSITORY = join(import.meta.dirname, '../../..');

/** What the verifier's clock says: after all published receipts. */
const NOW = Date.parse('2030-01-01T00:00:00Z');

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command line in this process. */
export async function run(
  argv: readonly string[],
  {
    colour = false,
    venues = [],
    now = NOW,
    threads,
  }: {
    readonly colour?: boolean;
    readonly venues?: readonly string[];
    readonly now?: number;
    readonly threads?: Parameters<typeof runVerifier>[1]['threads'];
  } = {},
): Promise<Run> {
  let out = '';
  let err = '';
  const code = await runVerifier(argv, {
    stdout: {
      columns: 100,
      colour,
      write: (text) => {
        out += text;
      },
    },
    stderr: {
      columns: 100,
      colour,
      write: (text) => {
        err += text;
      },
    },
    venues: () => venues,
    version: () => '1.2.3',
    clock: () => now,
    threads,
  });
  return { code, out, err };
}

/** One of the published receipts, or their keys: platform/conformance/vectors/receipts. */
export function published(name: string): string {
  return join(REPOSITORY, 'platform/conformance/vectors/receipts', name);
}

export function readPublished<Content>(name: string): Content {
  return JSON.parse(readFileSync(published(name), 'utf8'));
}

/** A folder that is removed when the test ends. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-verify-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function fileWith(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );
  return path;
}
