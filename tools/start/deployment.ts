import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { runProgram } from '@sanad/console/cli/program';
import { ROOT_FOLDER } from '../source/codebase.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Prepared {
  /** 0, or the exit code with which `sanad keys init` refused. */
  readonly code: number;
  /** What was made, or why it was refused: lines for the terminal. Empty on a later start. */
  readonly lines: readonly string[];
}

/** Makes the local deployment of the platform, or what is missing of one: `sanad keys init`. */
export async function prepareDeployment(env: Environment): Promise<Prepared> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const code = await runProgram(['keys', 'init', '--json'], {
    out: write,
    err: write,
    ask: null,
    env,
    clock: Date.now,
    randomBytes,
  });
  if (code !== 0) return { code, lines: text.trim().split('\n') };
  const { made }: { made: readonly string[] } = JSON.parse(text);
  if (made.length === 0) return { code, lines: [] };
  return {
    code,
    lines: ['a local deployment of the platform, on its first start:', ...made.map((what) => `  ${what}`)],
  };
}

const SAMPLE = {
  to_account: 'acct_acme',
  amount: '250',
  currency: 'USD',
  beneficiary_id: 'acme',
  memo: 'INV-7',
};

/** What to try once all services listen: a token, and a tool that is called with it. */
export async function nextSteps(
  env: Environment,
  addresses: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const gateway = addresses.get('gateway');
  if (gateway === undefined) return [];
  const contract = (await firstMandate(env)) ?? '<contract_id of: npx sanad mandate list>';
  return [
    '',
    'Next, in another terminal, act as an agent under a mandate:',
    '  TOKEN=$(npx sanad keys agent-token)',
    `  curl -s ${gateway}/v1/tools/propose_transfer -H "Authorization: Bearer $TOKEN" \\`,
    `    -H 'X-Service-Contract: ${contract}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(SAMPLE)}'`,
    'The receipt is then in out/. The same invoice is paid once: change the memo to pay again.',
    'More: docs/guides/act-under-a-mandate.md',
  ];
}

async function firstMandate(env: Environment): Promise<string | undefined> {
  const folder = env.MANDATES_DIR || 'var/platform/mandates';
  const file = join(isAbsolute(folder) ? folder : join(ROOT_FOLDER, folder), 'treasury.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')).contract.contract_id;
  } catch {
    return undefined;
  }
}
