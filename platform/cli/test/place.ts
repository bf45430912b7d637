import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeCrypto } from '@common/evidence/node';
import { removeDirectory } from '@common/kit/testing';
import type { Action, Grant, GrantRecord } from '@platform/core/objects/grant';
import type { MandateRecord, SignedMandate } from '@platform/core/objects/mandate';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { signObject } from '@platform/core/signed/signed';
import { salted } from '@platform/core/testing/salted';
import { openServiceKey, watchPublicKeys } from '@platform/keys/key-files/keys';
import type { CliContext } from '../src/context.ts';
import { runProgram } from '../src/program.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const AT = new Date(NOW).toISOString();
const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url));

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly link?: string;
}

/** An authority that answers what the test sets for a path, and remembers what it was sent. */
interface FakeAuthority {
  readonly answers: Map<string, FakeAnswer | ((body: unknown) => FakeAnswer)>;
  readonly sent: { readonly path: string; readonly body: unknown }[];
}

export interface Place {
  readonly folder: string;
  readonly authority: FakeAuthority;
  /** How long the commands waited, in milliseconds. */
  readonly pauses: number[];
  sanad(line: readonly string[], changes?: Partial<CliContext>): Promise<Outcome>;
  json(path: string): Promise<unknown>;
}

/** A deployment in a folder of its own, as `keys init` makes it, and the command line on it; all of a file have the same keys. */
export async function makePlace(
  t: TestContext,
  options: {
    readonly empty?: true;
    /** With keys that no other place has. */
    readonly isOther?: true;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-console-'));
  t.after(() => removeDirectory(folder));
  const authority: FakeAuthority = { answers: new Map(), sent: [] };
  const env = {
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    PROFILES_DIR: join(folder, 'profiles'),
    MANDATES_DIR: join(folder, 'mandates'),
    PLUGINS_DIR: PLUGINS,
    AUTHORITY_URL: await serve(t, authority),
    ...options.env,
  };
  const pauses: number[] = [];
  const place: Place = {
    folder,
    authority,
    pauses,
    json: async (path) => JSON.parse(await readFile(join(folder, path), 'utf8')),
    sanad: async (line, changes = {}) => {
      const written = { out: '', err: '' };
      const code = await runProgram(line, {
        out: (text) => {
          written.out += text;
        },
        err: (text) => {
          written.err += text;
        },
        ask: null,
        env,
        clock: () => NOW,
        randomBytes,
        pause: async (ms) => pauses.push(ms),
        ...changes,
      });
      return { code, ...written };
    },
  };
  if (options.empty === true) return place;
  if (seed !== undefined && options.isOther !== true) {
    await putEntries(folder, seed);
    return place;
  }
  assert.equal((await place.sanad(['keys', 'init'])).code, 0);
  if (options.isOther !== true) seed = await entriesOf(folder);
  return place;
}

interface Entry {
  readonly path: string;
  readonly mode: number;
  /** Null for a folder. */
  readonly bytes: Buffer | null;
}

/** What `keys init` has made once, since making it costs more than most tests. */
let seed: readonly Entry[] | undefined;

async function entriesOf(folder: string): Promise<readonly Entry[]> {
  const paths = (await readdir(folder, { recursive: true })).sort();
  return Promise.all(
    paths.map(async (path) => {
      const found = await stat(join(folder, path));
      const bytes = found.isDirectory() ? null : await readFile(join(folder, path));
      return { path, mode: found.mode & 0o777, bytes };
    }),
  );
}

/** Folders come before what is in them. */
async function putEntries(folder: string, entries: readonly Entry[]): Promise<void> {
  for (const { path, mode, bytes } of entries) {
    if (bytes === null) await mkdir(join(folder, path), { mode });
    else await writeFile(join(folder, path), bytes, { mode });
  }
}

const NOTHING: FakeAnswer = {
  status: 404,
  body: { detail: { error: 'not_found', message: 'nothing here' } },
};

async function serve(t: TestContext, { answers, sent }: FakeAuthority): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = `${request.method} ${request.url}`;
      const given = body === '' ? null : JSON.parse(body);
      if (given !== null) sent.push({ path, body: given });
      // Unless a test says how it publishes a profile, it is away then.
      if (path.startsWith('POST /profiles/') && !answers.has(path)) {
        request.socket.destroy();
        return;
      }
      const said = answers.get(path) ?? NOTHING;
      const { status, body: answer, link } = typeof said === 'function' ? said(given) : said;
      response
        .writeHead(status, { 'content-type': 'application/json', ...(link === undefined ? {} : { link }) })
        .end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

/** The treasury's first mandate, as the authority shows it. */
export async function seededMandate(place: Place): Promise<MandateRecord> {
  const signed = (await place.json('mandates/treasury.json')) as SignedMandate;
  return { ...signed, status: 'active', registered_at: AT, revocation: null };
}

function heldAction(mandate: MandateRecord, params: Action['params'] | undefined): Action {
  const { deployment, contract_id, tenant, agent, policy_version } = mandate.contract;
  return {
    type: 'sanad/action/1',
    deployment,
    grant_id: 'gr_held',
    tenant,
    contract_id,
    contract_hash: mandate.contract_hash,
    policy_version,
    agent,
    plugin: 'treasury',
    facade: 'bank.executeTransfer',
    params: params ?? {
      to_account: 'acct_acme',
      amount: '2500',
      currency: 'USD',
      beneficiary_id: 'acme',
      memo: 'INV-8',
      reference: 'INV8',
    },
    idempotency_key: 'idem_pay_1',
    proposed_at: AT,
  };
}

/** A held transfer under that mandate, signed by this deployment's authority. */
export async function heldGrant(
  place: Place,
  changes: { readonly params?: Action['params']; readonly grant?: Partial<Grant> } = {},
): Promise<GrantRecord> {
  const mandate = await seededMandate(place);
  const { deployment, contract_id, tenant, policy_version } = mandate.contract;
  const action = heldAction(mandate, changes.params);
  const { salts, action_hash: actionHash } = salted(nodeCrypto, action);
  const grant: Grant = {
    type: 'sanad/grant/1',
    deployment,
    grant_id: 'gr_held',
    tenant,
    contract_id,
    contract_hash: mandate.contract_hash,
    policy_version,
    profile_hash: 'ab'.repeat(32),
    action_hash: actionHash,
    outcome: 'hold',
    reason: 'approval_required',
    approved_by: null,
    approved_at: null,
    gateway_software: '5'.repeat(64),
    issued_at: AT,
    expires_at: AT,
    ...changes.grant,
  };
  const signer = await openServiceKey({
    dir: join(place.folder, 'keys'),
    kid: 'authority',
    alg: 'ed25519',
    role: 'authority',
    clock: () => NOW,
  });
  const { hash, signature } = signObject(nodeCrypto, signer, grant);
  return {
    grant,
    grant_hash: hash,
    signature,
    action,
    salts,
    action_hash: actionHash,
    decision: {
      outcome: 'hold',
      reason: 'approval_required',
      detail: 'amount 2500 is over rules.threshold 1000 and needs an approval',
      values: {
        why: 'over_threshold',
        ...{ rule: 'threshold', field: 'amount', value: '2500', limit: '1000', currency: 'USD' },
      },
    },
    status: 'pending',
    ending: null,
    approval: null,
    redemption_id: null,
    redeemed_at: null,
    receipt_id: null,
  };
}

/** The public half of a fresh key, in a file. */
export async function publicKeyFile({ folder }: Place, name: string): Promise<string> {
  const { publicKey } = generateKeyPairSync('ed25519');
  const file = join(folder, `${name}.pem`);
  await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
  return file;
}

/** The keys that the place’s folder holds, as services trust them. */
export async function registryOf({ folder }: Place) {
  const deployment = (await readFile(join(folder, 'keys', 'deployment.id'), 'utf8')).trim();
  return readKeyRegistry(nodeCrypto, deployment, await watchPublicKeys(join(folder, 'keys'), 0)());
}
