import { execFile, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type RecordedRequest, recordedRequests } from './requests.ts';

/** What a checkout answered to one request, or printed for one command. */
export interface Answer {
  /** Names the request: method and address, or the command's words. */
  readonly request: string;
  /** An HTTP status, or a command's exit code. */
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
}

const START_MS = 120_000;
const AT_ONCE = 4;
const COMMANDS_AT_ONCE = 2;
const MOST_OUTPUT_BYTES = 64 * 1_048_576;
const COMMANDS: readonly string[] = [
  ...['AAPL', 'MSFT', 'NVDA', 'GOOGL', 'SNOW', 'BUD', 'JPM', 'SPUS', 'NOSUCH'].map(
    (each) => `screen ${each} --json`,
  ),
  'screen NVDA --as-of 2025-11-20 --json',
  'screen AAPL --rules classic --json',
  'screen AAPL MSFT NVDA --csv',
  'history GOOGL --json',
  'history MSFT --json',
  'find berkshire --json',
];

/**
 * Records what a checkout of this repository answers: its screener over HTTP, the JSON of its commands, and
 * its verifier's judgement of the receipts in `receipts`. `compareAnswers` compares the file with another.
 */
export async function recordAnswers(checkout: string, file: string, receipts: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-answers-'));
  const env = {
    ...process.env,
    DATABASE_URL: `sqlite:${join(folder, 'screener.sqlite')}`,
    SECRETS_DIR: folder,
    SANAD_ENV_FILE: '',
    SCREENER_PORT: '0',
    LOG_LEVEL: 'warn',
    MARKET_PROVIDER: 'none',
    REFRESH_EVERY_MINUTES: '0',
    RATE_LIMIT_DEMO: '0',
    RATE_LIMIT_FREE: '0',
  };
  try {
    const answers = [
      ...(await overHttp(checkout, env)),
      ...(await ofCommands(checkout, env)),
      ...(await ofVerifier(checkout, env, receipts)),
    ];
    await writeFile(file, gzipSync(answers.map((answer) => JSON.stringify(answer)).join('\n')));
    return answers.length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function overHttp(checkout: string, env: NodeJS.ProcessEnv): Promise<readonly Answer[]> {
  // Where the program lies differs from one checkout to another.
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const [, ...args] = String(scripts.screener).split(' ');
  const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const ended = new Promise<never>((_, failed) => {
      child.once('exit', (code) => failed(new Error(`the screener ended with ${code} before it was ready`)));
    });
    const url = await Promise.race([addressOf(child.stdout), ended]);
    ended.catch(() => {});
    const ask = async ({ path, body, accept }: RecordedRequest): Promise<Answer> => {
      const headers = { ...(accept === undefined ? {} : { accept }), 'x-request-id': 'recorded' };
      const json = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      };
      const answer = await fetch(`${url}${path}`, body === undefined ? { headers } : json);
      const asked = body === undefined ? `GET ${path}` : `POST ${path} ${JSON.stringify(body)}`;
      const request = accept === undefined ? asked : `${asked} accept: ${accept}`;
      const text = (await answer.text()).replaceAll(url, '');
      return { request, status: answer.status, type: answer.headers.get('content-type'), body: text };
    };
    return await inTurn(recordedRequests(checkout), AT_ONCE, ask);
  } finally {
    if (child.kill('SIGTERM')) await new Promise((done) => child.once('close', done));
  }
}

function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((found, failed) => {
    const timer = setTimeout(() => failed(new Error('the screener did not become ready')), START_MS);
    let text = '';
    stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const address = /^screener ready at (\S+)/m.exec(text)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      found(address);
    });
  });
}

function ofCommands(checkout: string, env: NodeJS.ProcessEnv): Promise<readonly Answer[]> {
  return inTurn(COMMANDS, COMMANDS_AT_ONCE, (words) => run(checkout, env, 'bin/sanad.cjs', words.split(' ')));
}

function ofVerifier(checkout: string, env: NodeJS.ProcessEnv, receipts: string): Promise<readonly Answer[]> {
  const files = globSync('**/*.json', { cwd: receipts }).toSorted();
  return inTurn(files, COMMANDS_AT_ONCE, async (file) => {
    const answer = await run(checkout, env, 'bin/sanad-verify.cjs', [resolve(receipts, file), '--json']);
    return {
      ...answer,
      request: `sanad-verify ${file}`,
      body: answer.body.replaceAll(resolve(receipts), ''),
    };
  });
}

function run(
  checkout: string,
  env: NodeJS.ProcessEnv,
  program: string,
  words: readonly string[],
): Promise<Answer> {
  return new Promise((done) => {
    const options = { cwd: checkout, env, maxBuffer: MOST_OUTPUT_BYTES };
    const child = execFile(
      process.execPath,
      [join(checkout, program), ...words],
      options,
      (_error, stdout) => {
        done({ request: words.join(' '), status: child.exitCode ?? -1, type: null, body: stdout });
      },
    );
  });
}

/** The results in the order of the items, a few at once. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
