import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import type { HttpApp } from '@common/kit/http/app';
import { REPOSITORY } from '@common/kit/repository';
import { createLog } from '@common/kit/telemetry/log';
import { removeDirectory } from '@common/kit/testing';
import { idempotencyKeyOf, idempotencyMaterial } from '@platform/core/decide/idempotency';
import type { EntryProofs } from '@platform/core/objects/directory';
import type { Action, ExecuteRequest, Grant } from '@platform/core/objects/grant';
import type { Mandate, SignedMandate } from '@platform/core/objects/mandate';
import type { Connector, PluginManifest } from '@platform/core/objects/plugin';
import type { Profile, SignedProfile } from '@platform/core/objects/profile';
import { ToolResult } from '@platform/core/objects/tool-call';
import { counterpartyOf, pluginHash } from '@platform/core/signed/plugin';
import { type Signer, signHash, signObject } from '@platform/core/signed/signed';
import { salted } from '@platform/core/testing/salted';
import { comeToNextLook } from '@platform/keys/testing/next-look';
import { Value } from 'typebox/value';
import { PEP_CONFIG } from '../../src/config.ts';
import { openPep, type Pep } from '../../src/open-pep.ts';
import { type FakeAuthority, fakeAuthority } from './fake-authority.ts';
import { BROKER_SECRET, type FakeBank, fakeBank } from './fake-bank.ts';
import { DEPLOYMENT, makeParties, type Parties } from './people.ts';
import { JWT_SECRET, presentationOf } from './presentation.ts';

const MANDATE_ID = 'ic_test';

/** A deployment in a folder of its own, with a fake authority and a fake bank on loopback. */
export interface Venue {
  readonly directory: string;
  readonly parties: Parties;
  readonly authority: FakeAuthority;
  readonly bank: FakeBank;
  readonly mandate: SignedMandate;
  readonly profile: SignedProfile;
  /** Settings that the enforcement point is started with. */
  readonly env: Readonly<Record<string, string>>;
  putProfile(profile: SignedProfile): Promise<void>;
  /** A newer version of plugin and profile, in which the operation of a transfer has another name. */
  renameTransfer(): Promise<void>;
  /** A newer version of both, with another text in the place of that one. */
  republish(text: string, by: string): Promise<void>;
  /** A grant that the authority knows, ready to be presented. */
  grant(options?: GrantOptions): ExecuteRequest;
}

export interface GrantOptions {
  readonly facade?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly action?: Partial<Action>;
  readonly grant?: Partial<Grant>;
  readonly mandate?: SignedMandate;
  readonly signer?: Signer;
  /** Signs the approval of a grant that names an approver. */
  readonly approver?: Signer;
  /** The entries of directories that it was decided by. */
  readonly directories?: EntryProofs;
  /** The profile that it was decided under, if it is not the first. */
  readonly profileHash?: string;
}

export async function makeVenue(
  t: TestContext,
  { connector = CONNECTOR, manifest = MANIFEST } = {},
): Promise<Venue> {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-pep-'));
  t.after(() => removeDirectory(directory));
  const keysDir = join(directory, 'keys');
  const parties = await makeParties(keysDir);
  const bank = await fakeBank(t, parties.bank);
  const authority = await fakeAuthority(t, keysDir);
  const profile = signProfile(parties.principal.signer, {
    plugin_hash: pluginHash(nodeCrypto, { manifest, connector }),
  });
  const mandate = signMandate(parties.principal.signer);
  const profilesDir = join(directory, 'profiles');
  await mkdir(profilesDir);
  const putProfile = (signed: SignedProfile) =>
    writeFile(join(profilesDir, 'treasury.v1.json'), JSON.stringify(signed));
  await putProfile(profile);
  await mkdir(join(directory, 'plugins', 'treasury'), { recursive: true });
  const plugin = join(directory, 'plugins', 'treasury');
  await writeFile(join(plugin, 'connector.json'), JSON.stringify(connector));
  await writeFile(join(plugin, 'manifest.json'), JSON.stringify(manifest));
  const env = {
    SERVICE_GATEWAY_SECRET: JWT_SECRET,
    PEP_PORT: '0',
    LOG_LEVEL: 'silent',
    PEP_RECONCILE_MS: '3600000',
    PEP_LEASE_MS: '300',
    AUTHORITY_URL: authority.url,
    BANK_URL: bank.url,
    PEP_BROKER_SECRET: BROKER_SECRET,
    SERVICE_KEYS_DIR: keysDir,
    PROFILES_DIR: profilesDir,
    PLUGINS_DIR: join(directory, 'plugins'),
    PLUGINS: 'treasury',
    PEP_DATABASE_URL: `sqlite:${join(directory, 'pep.sqlite')}`,
  };
  const renameTransfer = () => republish('bank.executeTransfer', 'bank.pay');
  const republish = async (text: string, by: string) => {
    const renamed = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll(text, by));
    const changed = { manifest: renamed(manifest), connector: renamed(connector) };
    const { scope } = renamed(profile.profile);
    const plugin_hash = pluginHash(nodeCrypto, changed);
    const counterparty = counterpartyOf(changed.connector);
    const rules = { scope, plugin_hash, counterparty, version: '1.1.0' };
    await putProfile(signProfile(parties.principal.signer, rules));
    await writeFile(join(plugin, 'manifest.json'), JSON.stringify(changed.manifest));
    await writeFile(join(plugin, 'connector.json'), JSON.stringify(changed.connector));
    comeToNextLook();
  };
  const grant = (options: GrantOptions = {}) => giveGrant({ parties, authority, mandate, profile }, options);
  const changes = { putProfile, renameTransfer, republish };
  return { directory, parties, authority, bank, mandate, profile, env, ...changes, grant };
}

export const MANIFEST: PluginManifest = JSON.parse(
  readFileSync(join(REPOSITORY, 'platform/plugins/treasury/manifest.json'), 'utf8'),
);

const CONNECTOR: Connector = {
  plugin: 'treasury',
  counterparty: 'bank',
  kid: 'bank',
  base_url_env: 'BANK_URL',
  operations: [
    {
      facade: 'bank.readBalance',
      operation: 'balance',
      method: 'GET',
      body: {},
      ack: null,
      path: '/accounts/{account_id}/balance',
      timeout_ms: 1_000,
    },
    {
      facade: 'bank.executeTransfer',
      operation: 'transfer',
      method: 'POST',
      path: '/transfers',
      body: {
        to_account: 'to_account',
        amount: 'amount',
        currency: 'currency',
        idempotency_key: '$idempotency_key',
        action_hash: '$action_hash',
        grant_id: '$grant_id',
      },
      ack: { ack: '/ack', ack_hash: '/ack_hash', signature: '/signature' },
      timeout_ms: 1_000,
    },
  ],
};

/** The same counterparty, which can also be asked what became of a transfer. */
export const ANSWERING: Connector = {
  ...CONNECTOR,
  operations: CONNECTOR.operations.map((operation) =>
    operation.ack === null
      ? operation
      : {
          ...operation,
          inquiry: {
            path: '/transfers/{idempotency_key}',
            ack: { ack: '/answer/ack', ack_hash: '/answer/ack_hash', signature: '/answer/signature' },
            as_of: '/as_of',
          },
        },
  ),
};

export function signProfile(signer: Signer, changes: Partial<Profile> = {}): SignedProfile {
  const profile: Profile = {
    ...{
      type: 'sanad/profile/1',
      deployment: DEPLOYMENT,
      name: 'treasury.v1',
      plugin: 'treasury',
      version: '1.0.0',
    },
    scope: ['bank.readBalance', 'market.fetch', 'bank.executeTransfer'],
    limits: { runtime_max_s: 3_600, use_count_max: 1_000, validity_max_days: 3_650 },
    rules: {
      currency: 'USD',
      amount_max: '10000',
      daily_max: '10000',
      threshold: '1000',
      beneficiaries: [{ beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD' }],
      accounts: [{ currency: 'USD' }],
    },
    market_data: ['$BANK_URL/market/'],
    receipt_retention_days: 3_650,
    plugin_hash: pluginHash(nodeCrypto, { manifest: MANIFEST, connector: CONNECTOR }),
    counterparty: counterpartyOf(CONNECTOR),
    published_by: 'omar',
    published_at: '2026-02-01T00:00:00.000Z',
    reason: 'first',
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, signer, profile);
  return { profile, profile_hash: hash, signature };
}

export function signMandate(signer: Signer, changes: Partial<Mandate> = {}): SignedMandate {
  const mandate: Mandate = {
    type: 'sanad/mandate/1',
    deployment: DEPLOYMENT,
    contract_id: MANDATE_ID,
    tenant: 'tn_test',
    principal: 'omar',
    agent: 'agent_1',
    profile: 'treasury.v1',
    scope: ['bank.readBalance', 'market.fetch', 'bank.executeTransfer'],
    limits: { runtime_max_s: 600, use_count_max: 100 },
    approval: {
      routes: [
        {
          approver_type: 'manager',
          approvers: ['lina'],
          wait_s: 600,
          notify: ['app'],
          assurance: 'signature',
        },
      ],
    },
    forbidden: [],
    valid_from: '2026-02-01T00:00:00.000Z',
    valid_to: '2035-02-01T00:00:00.000Z',
    policy_version: 'treasury.v1@1.0.0',
    rules: { amount_max: '5000', daily_max: '8000', threshold: '1000' },
    ...changes,
  };
  const { hash, signature } = signObject(nodeCrypto, signer, mandate);
  return { contract: mandate, contract_hash: hash, signature };
}

let grants = 0;

/** Params of a transfer, each for another invoice. */
export function transfer(invoice: number, amount = '40.5'): Readonly<Record<string, string>> {
  const payee = { beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD' };
  return { ...payee, amount, memo: `INV ${invoice}`, reference: `INV${invoice}` };
}

function keyOf(name: string, params: Readonly<Record<string, string>>, grantId: string): string {
  const facade = MANIFEST.facades.find((candidate) => candidate.name === name);
  const isLacking = (param: string) =>
    params[param] === undefined && facade?.params[param]?.kind !== 'reference';
  if (facade === undefined || facade.idempotency.params.some(isLacking)) return `idem_pay_${grants}`;
  return idempotencyKeyOf(
    facade,
    hashOf(nodeCrypto, idempotencyMaterial(facade, 'tn_test', params, grantId)),
  );
}

function giveGrant(
  {
    parties,
    authority,
    mandate: usual,
    profile,
  }: Pick<Venue, 'parties' | 'authority' | 'mandate' | 'profile'>,
  options: GrantOptions,
): ExecuteRequest {
  grants += 1;
  const mandate = options.mandate ?? usual;
  const now = Date.now();
  const shared = {
    grant_id: `gr_${String(grants).padStart(24, '0')}`,
    tenant: 'tn_test',
    contract_id: MANDATE_ID,
    contract_hash: mandate.contract_hash,
    policy_version: mandate.contract.policy_version,
  };
  const facadeName = options.facade ?? 'bank.executeTransfer';
  const params = options.params ?? transfer(grants);
  const idempotency_key = keyOf(facadeName, params, shared.grant_id);
  const action: Action = {
    type: 'sanad/action/1',
    deployment: DEPLOYMENT,
    ...shared,
    agent: 'agent_1',
    plugin: 'treasury',
    facade: facadeName,
    params: { ...params },
    idempotency_key,
    proposed_at: new Date(now - 2_000).toISOString(),
    ...options.action,
  };
  const { salts, action_hash } = salted(nodeCrypto, action);
  const grant: Grant = {
    type: 'sanad/grant/1',
    deployment: DEPLOYMENT,
    ...shared,
    profile_hash: options.profileHash ?? profile.profile_hash,
    action_hash,
    outcome: 'allow',
    reason: 'ok',
    approved_by: null,
    approved_at: null,
    gateway_software: '5'.repeat(64),
    issued_at: new Date(now - 1_000).toISOString(),
    expires_at: new Date(now + 590_000).toISOString(),
    ...options.grant,
  };
  const { hash, signature } = signObject(nodeCrypto, options.signer ?? parties.authority.signer, grant);
  const request = { grant, grant_hash: hash, signature, action, salts };
  const { approver } = options;
  const approval =
    approver === undefined
      ? null
      : {
          action_hash: grant.action_hash,
          approved_at: grant.approved_at ?? grant.issued_at,
          signature: signHash(approver, grant.action_hash),
        };
  authority.grants.set(grant.grant_id, { ...request, mandate, approval, directories: options.directories });
  return request;
}

interface PepUnderTest {
  readonly app: HttpApp;
  readonly pep: Pep;
  present(
    request: unknown,
    options?: { readonly to?: 'execute' | 'fetch'; readonly token?: string | null },
  ): Promise<Presented>;
  unfinished(): Promise<number>;
}

interface Presented {
  readonly status: number;
  readonly result: ToolResult;
  readonly error: string | undefined;
  readonly text: string;
}

/** The enforcement point as `main.ts` opens it, without a port. */
export async function makePep(
  t: TestContext,
  venue: Venue,
  env: Readonly<Record<string, string>> = {},
): Promise<PepUnderTest> {
  const variables = { ...venue.env, ...env };
  const settings = readConfig(PEP_CONFIG, variables, REPOSITORY);
  assert.ok(settings.ok);
  const log = createLog({ level: 'silent' });
  const opened = await openPep(settings.value, {
    log,
    clock: Date.now,
    randomBytes,
    env: variables,
    faults: { at: () => {} },
  });
  assert.ok(opened.ok, JSON.stringify(opened));
  const pep = opened.value;
  const app = pep.apps.pep;
  pep.start?.();
  t.after(async () => {
    await app.close();
    await pep.close();
  });
  return {
    app,
    pep,
    async present(request, { to = 'execute', token } = {}) {
      const bearer = token === undefined ? presentationOf(grantIdOf(request)) : token;
      const answer = await app.inject({
        method: 'POST',
        url: `/${to}`,
        payload: JSON.stringify(request),
        headers: {
          'content-type': 'application/json',
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        },
      });
      const result = JSON.parse(answer.body);
      if (answer.statusCode === 200) assert.ok(Value.Check(ToolResult, result), answer.body);
      return { status: answer.statusCode, result, error: result.detail?.error, text: answer.body };
    },
    async unfinished() {
      // Counts what is on disk.
      await pep.deps.store.settle();
      return pep.deps.store.countUnfinished();
    },
  };
}

function grantIdOf(request: unknown): string {
  return (request as { readonly grant?: { readonly grant_id?: string } })?.grant?.grant_id ?? '';
}

const SETTLE_MS = 20_000;

/** Waits for something that happens by itself. */
export async function eventually(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (!(await check())) {
    assert.ok(Date.now() < deadline, `not yet: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
