import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { longPackage } from '@common/kit/testing/long-package';

const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

interface Scenario {
  readonly name: string;
  /**
   * Whether conformance to the revision requires the scenario. Extensions, and what the suite holds back, are
   * not required.
   */
  readonly isRequired: boolean;
  readonly checks: readonly Check[];
}

const RUN_LIMIT_MS = 240_000;
const SCENARIO_LIMIT_MS = 20_000;

/** Runs all scenarios of a revision against a server, in a process of its own. */
export async function runConformance(url: string, revision: Revision): Promise<readonly Scenario[]> {
  return withTempDir(async (folder) => {
    const limit = String(SCENARIO_LIMIT_MS);
    const runner = longPackage('@modelcontextprotocol/conformance/dist/index.js');
    const args = ['server', '--url', url, '--requirements', revision, '--timeout', limit, '-o', folder];
    const options = { cwd: folder, timeout: RUN_LIMIT_MS, maxBuffer: 32 * 1_048_576 };
    // The runner exits with 1 if a scenario fails, which is for the caller to judge.
    const output = await promisify(execFile)(process.execPath, [runner, ...args], options).then(
      ({ stdout }) => stdout,
      (error: { readonly code?: unknown; readonly stdout?: string; readonly stderr?: string }) => {
        if (error.code === 1 && error.stdout !== undefined) return error.stdout;
        throw new Error(`the conformance runner did not end by itself:\n${error.stdout}\n${error.stderr}`);
      },
    );
    return readScenarios(folder, namesNotRequired(output));
  });
}

/** The names below "Not scored", which end with the reason in brackets. */
function namesNotRequired(output: string): ReadonlySet<string> {
  const [, rest = ''] = output.split(/^Not scored for .*$/m);
  return new Set([...rest.matchAll(/^\s+\S ([\w-]+) \(/gm)].map(([, name = '']) => name));
}

async function readScenarios(folder: string, notRequired: ReadonlySet<string>): Promise<readonly Scenario[]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (entry) => {
      const [, name] = /^server-(.+?)-\d{4}-\d{2}-\d{2}T/.exec(entry) ?? [];
      if (name === undefined) throw new Error(`${entry} is not a result of the conformance runner`);
      const checks: readonly Check[] = JSON.parse(await readFile(join(folder, entry, 'checks.json'), 'utf8'));
      return { name, isRequired: !notRequired.has(name), checks };
    }),
  );
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

export function failuresOf({ checks }: Scenario): readonly Check[] {
  return checks.filter(({ status }) => status === 'FAILURE');
}
