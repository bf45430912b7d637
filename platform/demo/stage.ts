import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { type Service, spawnService } from '@common/kit/testing/service';
import { runProgram } from '@platform/cli/program';
import { ToolResult } from '@platform/core/objects/tool-call';
import { Value } from 'typebox/value';
import { allReady, type MockCounterparty, mockCounterparties } from '../conformance/counterparties.ts';

export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url));

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A platform of its own: real processes on free ports, keys and stores in a folder that goes away. */
export interface Stage {
  readonly folder: string;
  readonly urls: Readonly<Record<'authority' | 'bank' | 'recipient' | 'pep' | 'gateway', string>>;
  /** One command line of the platform; throws if it fails. Returns what it printed. */
  sanad(...line: readonly string[]): Promise<{ readonly out: string; readonly words: string }>;
  readJson(path: string): Promise<unknown>;
  writeJson(name: string, value: unknown): Promise<string>;
  /** Calls as an agent of the mandate; `tokenOf` names another one, whose token is sent. */
  post(path: string, mandateId: string, body: unknown, tokenOf?: string): Promise<Answer>;
  /** A tool call that must be answered with a ToolResult. */
  tool(name: string, mandateId: string, inputs: unknown): Promise<ToolResult>;
  start(): Promise<void>;
  /** One more process of a service, with other settings. Returns the address at which it is ready. */
  startAnother(name: 'pep', ready: RegExp, env: Readonly<Record<string, string>>): Promise<string>;
  /** Ends the counterparties, so that nobody listens at their addresses. */
  takeAway(): Promise<void>;
  /** Starts them again at the same addresses, with the same books. */
  bringBack(): Promise<void>;
  close(): Promise<void>;
}

/** A field of the counterparty's own in its acknowledgment. */
export function ackField({ counterparty_ack: ack }: ToolResult, name: string): string {
  return String(Object.entries(ack ?? {}).find(([field]) => field === name)?.[1]);
}

interface RunningStage {
  readonly services: Service[];
  /** The process of the mock counterparties. */
  counterparties: Service | null;
  readonly urls: Record<keyof Stage['urls'], string>;
  /** The agent's token for each mandate that it has used. */
  readonly tokens: Map<string, string>;
  readonly mocks: readonly MockCounterparty[];
  /** Of the mock counterparties, by prefix; none before they have started. */
  addresses: Readonly<Record<string, string>>;
}

export async function openStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-demo-'));
  const forget = track({ kind: 'directory', path: folder });
  const running: RunningStage = {
    services: [],
    counterparties: null,
    urls: { authority: '', bank: '', recipient: '', pep: '', gateway: '' },
    tokens: new Map(),
    mocks: await mockCounterparties(),
    addresses: {},
  };
  const sanad: Stage['sanad'] = (...line) => runSanad(folder, running, line);
  const tokenFor = async (mandateId: string): Promise<string> => {
    const known = running.tokens.get(mandateId);
    if (known !== undefined) return known;
    const line = ['keys', 'agent-token', '--hours', '1', '--contract', mandateId, '--yes'];
    const token = (await sanad(...line)).out.trim();
    running.tokens.set(mandateId, token);
    return token;
  };
  const post: Stage['post'] = async (path, mandateId, body, tokenOf = mandateId) => {
    const response = await fetch(running.urls.gateway + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokenFor(tokenOf)}`,
        'x-service-contract': mandateId,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    folder,
    urls: running.urls,
    sanad,
    post,
    readJson: async (path) => JSON.parse(await readFile(join(folder, path), 'utf8')),
    writeJson: async (name, value) => {
      const file = join(folder, name);
      await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
      return file;
    },
    tool: async (name, mandateId, inputs) => {
      const { status, body } = await post(`/v1/tools/${name}`, mandateId, inputs);
      if (status === 200 && Value.Check(ToolResult, body)) return body;
      throw new Error(`${name} was answered with ${status}: ${JSON.stringify(body)}`);
    },
    start: () => startServices(folder, running),
    takeAway: async () => {
      await running.counterparties?.stop();
    },
    bringBack: async () => {
      const ports = Object.entries(running.addresses).map(([prefix, url]) => [
        `${prefix}_PORT`,
        new URL(url).port,
      ]);
      await startService(folder, running, 'bank', allReady(running.mocks), Object.fromEntries(ports));
    },
    startAnother: async (name, ready, env) => {
      const [address = ''] = await startService(folder, running, name, ready, env);
      return address;
    },
    close: async () => {
      await Promise.all(running.services.map((service) => service.stop()));
      await removeDirectory(folder);
      forget();
    },
  };
}

function variablesOf(folder: string, { urls, mocks, addresses }: RunningStage): Record<string, string> {
  const database = (name: string): string => `sqlite:${join(folder, `${name}.sqlite`)}`;
  return {
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    PROFILES_DIR: join(folder, 'profiles'),
    MANDATES_DIR: join(folder, 'mandates'),
    RECEIPTS_DIR: join(folder, 'out'),
    PLUGINS_DIR: join(ROOT, 'platform/plugins'),
    AUTHORITY_DATABASE_URL: database('authority'),
    PEP_DATABASE_URL: database('pep'),
    GATEWAY_DATABASE_URL: database('gateway'),
    AUTHORITY_PORT: '0',
    PEP_PORT: '0',
    GATEWAY_PORT: '0',
    LOG_LEVEL: 'warn',
    // So that the story waits for nothing.
    SEND_WITHIN_MS: '1500',
    PEP_RECONCILE_MS: '200',
    ...(urls.authority === '' ? {} : { AUTHORITY_URL: urls.authority }),
    ...Object.fromEntries(
      mocks.flatMap(({ name, prefix }) => [
        [`${prefix}_PORT`, '0'],
        [`${prefix}_DATABASE_URL`, database(name)],
        ...(addresses[prefix] === undefined ? [] : [[`${prefix}_URL`, addresses[prefix]]]),
      ]),
    ),
    ...(urls.pep === '' ? {} : { PEP_URL: urls.pep }),
  };
}

/** Each takes a free port and says which; those that need others' addresses start after them. */
async function startServices(folder: string, running: RunningStage): Promise<void> {
  const { urls } = running;
  const start = (name: string, ready: RegExp) => startService(folder, running, name, ready);
  const [[authority = ''], mocked] = await Promise.all([
    start('authority', /authority ready at (\S+)/),
    start('bank', allReady(running.mocks)),
  ]);
  running.addresses = Object.fromEntries(
    running.mocks.map(({ prefix }, index) => [prefix, mocked[index] ?? '']),
  );
  const { BANK: bank = '', RECIPIENT: recipient = '' } = running.addresses;
  Object.assign(urls, { authority, bank, recipient });
  [urls.pep = ''] = await start('pep', /pep ready at (\S+)/);
  [urls.gateway = ''] = await start('gateway', /gateway ready at (\S+)/);
}

/** Returns what the pattern's groups found in the line that says it is ready. */
async function startService(
  folder: string,
  running: RunningStage,
  name: string,
  ready: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const service = await spawnService({
    entry: join(ROOT, 'platform', name === 'bank' ? 'counterparties' : name, 'src/main.ts'),
    cwd: folder,
    env: { ...variablesOf(folder, running), ...env },
    ready,
  });
  running.services.push(service);
  if (name === 'bank') running.counterparties = service;
  return service.readyMatch?.slice(1) ?? [];
}

async function runSanad(folder: string, running: RunningStage, line: readonly string[]) {
  let out = '';
  let words = '';
  const code = await runProgram(line, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      words += text;
    },
    ask: null,
    env: variablesOf(folder, running),
    clock: Date.now,
    randomBytes,
    pause,
  });
  if (code !== 0) throw new Error(`sanad ${line.join(' ')} ended with ${code}: ${words}`);
  return { out, words };
}
