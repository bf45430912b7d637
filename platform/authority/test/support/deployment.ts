import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unwrap } from '@common/base/result';
import type { HttpApp } from '@common/kit/http';
import { createLog } from '@common/kit/log';
import { createMemoryRateLimiter, type RateLimiter } from '@common/kit/rate-limit';
import { type Database, openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { openKeptFiles } from '@platform/authority/adapters/kept-files';
import { createAnchorStore } from '@platform/authority/anchors/anchors.sql';
import type { AnchorStore } from '@platform/authority/anchors/anchors.store';
import { type AppDeps, createApp } from '@platform/authority/app';
import { createSequencer, type Sequencer } from '@platform/authority/jobs/sequencer';
import { createNoticeStore } from '@platform/authority/notices/notices.sql';
import type { NoticeStore } from '@platform/authority/notices/notices.store';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityDeps } from '@platform/authority/use-cases/deps';
import { keepRules } from '@platform/authority/use-cases/keep-rules';
import { readKeyRegistry } from '@platform/proof/key-registry';
import { nodeCrypto } from '@platform/proof/node';
import { counterpartyOf, type Plugin } from '@platform/proof/plugin';
import { createProfileReader } from '@platform/proof/profile';
import { type Signer, signHash, signObject } from '@platform/proof/signed';
import type { NamedEntry } from '@platform/protocol/anchor';
import type { SignedAck } from '@platform/protocol/counterparty';
import type { EnforcementDecision, EnforcementReport } from '@platform/protocol/event';
import type { GrantRecord } from '@platform/protocol/grant';
import type { KeyEntry, KeyRole, KeySet } from '@platform/protocol/key-entry';
import type { Mandate, SignedMandate } from '@platform/protocol/mandate';
import type { Profile, ProfileDraft } from '@platform/protocol/profile';
import type { Receipt } from '@platform/protocol/receipt';
import { generatePrivateKey, type KeyPair, readPrivateKey } from '@platform/trust/keys/key-pair';
import { openNoteKey } from '@platform/trust/note-key-file';
import { pluginOfProfile, watchPlugins } from '@platform/trust/plugin-folders';
import { SignJWT } from 'jose';

const PLUGINS = fileURLToPath(new URL('../../../plugins', import.meta.url));
export const DEPLOYMENT = 'dp_0123456789abcdef01234567';
/** What the gateway says of its own code. */
export const SOFTWARE = '5'.repeat(64);
export const JWT_SECRET = 'a secret of the tests, long enough';
const START = Date.parse('2026-03-02T09:00:00.000Z');

export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
}

/** A whole authority with people, keys and profiles, without a port. Time stands still until `advance`. */
/** What an acknowledgment says instead, and who signs it. */
interface ForgedAck {
  readonly kid?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

export interface Deployment {
  readonly app: HttpApp;
  readonly deps: AuthorityDeps;
  readonly database: Database<AuthoritySchema>;
  readonly notices: NoticeStore;
  readonly sequencer: Sequencer;
  readonly now: () => string;
  readonly advance: (seconds: number) => void;
  readonly signer: (kid: string) => Signer;
  /** Text of the files in force; a test may change it. */
  readonly profileFiles: Map<string, string>;
  readonly rawKeys: Map<string, KeyEntry>;
  /** The plugins' folder; a test may change it. */
  readonly plugins: Map<string, Plugin>;
  readonly writtenReceipts: Receipt[];
  /** The cloud's token for the authority's key. */
  readonly cloud: { token: string | null };
  readonly anchors: AnchorStore;
  /** What receipts name of a public log. */
  readonly entries: { newest: NamedEntry | null };
  readonly get: <Body = Record<string, unknown>>(path: string) => Promise<Answer<Body>>;
  readonly post: <Body = Record<string, unknown>>(
    path: string,
    body: unknown,
    token?: string,
  ) => Promise<Answer<Body>>;
  readonly mandate: (patch?: Partial<Mandate>) => Mandate;
  readonly sign: (mandate: Mandate, kid?: string) => SignedMandate;
  /** Registers a mandate and returns its id. */
  readonly register: (patch?: Partial<Mandate>) => Promise<string>;
  readonly propose: (
    mandateId: string,
    params?: Record<string, unknown>,
    facade?: string,
    principal?: string,
  ) => Promise<GrantRecord>;
  readonly approve: (grant: GrantRecord, kid?: string) => Promise<Answer>;
  readonly redeem: (grant: GrantRecord, redemptionId?: string, principal?: string) => Promise<Answer>;
  /** The enforcement point's report of an execution that the bank acknowledged. */
  readonly report: (
    grant: GrantRecord,
    patch?: Partial<EnforcementDecision>,
    withoutAck?: boolean,
    ack?: ForgedAck,
  ) => Promise<Answer>;
  readonly publish: (name: string, patch?: Partial<Profile>) => void;
  readonly close: () => Promise<void>;
}

export function token(
  claims: { readonly scope: string; readonly ref: string; readonly sub?: string },
  nowMs: number,
): Promise<string> {
  const seconds = Math.floor(nowMs / 1_000);
  return new SignJWT({ scope: claims.scope, ref: claims.ref })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('gateway')
    .setAudience('authority')
    .setSubject(claims.sub ?? 'amina')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(new TextEncoder().encode(JWT_SECRET));
}

export async function openDeployment(
  databaseUrl = 'sqlite::memory:',
  limits: Partial<AuthorityDeps['limits']> = {},
): Promise<Deployment> {
  let nowMs = START;
  const clock = (): number => nowMs;
  const now = (): string => new Date(nowMs).toISOString();
  const cloud: Deployment['cloud'] = { token: null };
  const { rawKeys, signer, keys } = openKeys();
  const { plugins, profileFiles, publish } = await publishProfiles(signer, now);
  const database = await openDatabase<AuthoritySchema>({ url: databaseUrl });
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  const notices = createNoticeStore(database);
  const anchors = createAnchorStore(database);
  const entries: Deployment['entries'] = { newest: null };
  const keptFolder = await mkdtemp(join(tmpdir(), 'sanad-kept-'));
  const writtenReceipts: Receipt[] = [];
  const deps: AuthorityDeps = {
    ...{ deployment: DEPLOYMENT, store, keys, plugins: () => plugins },
    kept: await openKeptFiles(keptFolder),
    readProfile: createProfileReader({
      crypto: nodeCrypto,
      keys,
      readFile: async (name) => profileFiles.get(name) ?? null,
      plugin: (name) => pluginOfProfile({ plugins, fault: null }, name),
      keepVersion: (inForce) => keepRules(store, inForce),
    }),
    writeProfile: async (signed) => {
      profileFiles.set(signed.profile.name, JSON.stringify(signed));
    },
    keyFolder: keyFolderOf(rawKeys),
    ...{ crypto: nodeCrypto, clock, randomBytes, venue: 'local', cloudToken: () => cloud.token },
    ...{ authority: signer('authority'), assembly: signer('service_assembly') },
    ...{ logSigner: await openLogSigner(keptFolder), newestEntry: () => entries.newest },
    receiptQueued: () => sequencer.wake(),
    faults: { at: () => {} },
    limits: { proposals: proposalLimiter(10_000), denialsPerDay: 10_000, ...limits },
  };
  const sequencer = sequencerOf(deps, writtenReceipts);
  const appDeps: AppDeps = {
    ...{ ...deps, anchors, notices, gatewaySecret: JWT_SECRET },
    ...{ consoleOrigin: 'http://localhost:8080', log: createLog({ level: 'silent' }) },
    receiptsSettled: sequencer.settled,
    writable: createWriteProbe(database),
  };
  const app = await createApp(appDeps);
  sequencer.start();
  const parts = {
    ...{ app, deps, database, sequencer, now, clock, signer, publish },
    ...{ profileFiles, rawKeys, plugins, writtenReceipts, notices, cloud, anchors, entries },
  };
  return {
    ...parts,
    ...actions(parts),
    advance: (seconds) => {
      nowMs += seconds * 1_000;
    },
    close: async () => {
      await app.close();
      await sequencer.stop();
      await database.close();
      await rm(keptFolder, { recursive: true });
    },
  };
}

async function openLogSigner(folder: string): Promise<AuthorityDeps['logSigner']> {
  return { ...(await openNoteKey(folder, 'checkpoint')), originOf: (logId) => `log.example/${logId}` };
}

/** Keys of all parties, in memory. */
function openKeys() {
  const pairs = new Map<string, KeyPair>();
  const rawKeys = new Map<string, KeyEntry>();
  const signer = signerAmong(pairs);
  makeKeys(pairs, rawKeys, signer);
  return { rawKeys, signer, keys: keyReader(rawKeys) };
}

/** `public/`, as a map in memory. */
function keyFolderOf(rawKeys: Map<string, KeyEntry>): AuthorityDeps['keyFolder'] {
  return {
    read: async () => Object.fromEntries(rawKeys),
    add: async (entry) => {
      if (rawKeys.has(entry.kid)) return false;
      rawKeys.set(entry.kid, entry);
      return true;
    },
    replace: async (entry) => {
      rawKeys.set(entry.kid, entry);
    },
  };
}

function signerAmong(pairs: ReadonlyMap<string, KeyPair>): (kid: string) => Signer {
  return (kid) => {
    const pair = pairs.get(kid);
    if (pair === undefined) throw new Error(`no key ${kid}`);
    return { kid, alg: pair.alg, sign: pair.sign };
  };
}

/** A sequencer whose files are a list in memory. */
function sequencerOf(deps: AuthorityDeps, written: Receipt[]): Sequencer {
  return createSequencer({
    deps,
    writeReceiptFiles: async (files) => {
      for (const { receiptId, receipt } of files) {
        const at = written.findIndex(({ receipt_id }) => receipt_id === receiptId);
        if (at >= 0) written.splice(at, 1);
        if (receipt !== null) written.push(receipt);
      }
    },
    onError: (error) => {
      throw error;
    },
    intervalMs: 60_000,
  });
}

/** So many proposals a minute. */
export function proposalLimiter(requests: number): RateLimiter {
  return createMemoryRateLimiter({ name: 'proposals', requests, windowS: 60 });
}

type Holder = readonly [kid: string, role: KeyRole, person: string | null];
function keyReader(rawKeys: ReadonlyMap<string, KeyEntry>): AuthorityDeps['keys'] {
  let known: { readonly state: string; readonly keys: KeySet } | null = null;
  return async () => {
    const state = JSON.stringify([...rawKeys]);
    if (known?.state !== state) {
      known = { state, keys: readKeyRegistry(nodeCrypto, DEPLOYMENT, Object.fromEntries(rawKeys)).keys };
    }
    return known.keys;
  };
}

async function publishProfiles(signer: (kid: string) => Signer, now: () => string) {
  const plugins = new Map(watchPlugins(PLUGINS, nodeCrypto)().plugins);
  const profileFiles = new Map<string, string>();
  const drafts = new Map<string, ProfileDraft>();
  for (const name of plugins.keys()) {
    drafts.set(`${name}.v1`, JSON.parse(await readFile(`${PLUGINS}/${name}/profile.json`, 'utf8')));
  }
  const publish: Deployment['publish'] = (name, patch = {}) => {
    const draft = drafts.get(name);
    if (draft === undefined) throw new Error(`no profile ${name}`);
    const plugin = unwrap(pluginOfProfile({ plugins, fault: null }, name));
    const profile: Profile = {
      type: 'sanad/profile/1',
      deployment: DEPLOYMENT,
      ...draft,
      plugin_hash: plugin.hash,
      counterparty: counterpartyOf(plugin.connector),
      published_by: 'amina',
      published_at: now(),
      reason: 'test',
      ...patch,
    };
    const { hash, signature } = signObject(nodeCrypto, signer('principal_amina'), profile);
    profileFiles.set(name, JSON.stringify({ profile, profile_hash: hash, signature }));
  };
  for (const name of drafts.keys()) publish(name);
  return { plugins, profileFiles, publish };
}

const TENANTS: Readonly<Record<string, string[]>> = { principal_zayd: ['tn_zayd', 'tn_other'] };
const SERVICES: readonly Holder[] = [
  ['authority', 'authority', null],
  ['service_assembly', 'service_assembly', null],
  ['pep', 'pep', null],
  ['bank', 'counterparty', null],
  ['recipient', 'counterparty', null],
];
const PEOPLE: readonly Holder[] = [
  ['principal_amina', 'principal', 'amina'],
  ['principal_zayd', 'principal', 'zayd'],
  ['approver_cfo', 'approver', 'cfo'],
  ['approver_guest', 'approver', 'guest'],
  ['approver_agent_ap', 'approver', 'agent_ap'],
];

function makeKeys(
  pairs: Map<string, KeyPair>,
  rawKeys: Map<string, KeyEntry>,
  signer: (kid: string) => Signer,
): void {
  for (const [kid, role, person] of [...SERVICES, ...PEOPLE]) {
    const alg = kid === 'approver_cfo' ? 'es256' : 'ed25519';
    const pair = readPrivateKey(generatePrivateKey(alg), kid);
    pairs.set(kid, pair);
    const facts = {
      deployment: DEPLOYMENT,
      kid,
      alg,
      public_key: pair.public_key,
      fingerprint: pair.fingerprint,
      role,
      person,
      tenants: TENANTS[kid] ?? (role === 'principal' ? ['*'] : null),
      independent: person !== null,
      hardware: false,
      not_before: new Date(START - 86_400_000).toISOString(),
      not_after: null,
    } as const;
    const enrolment = { type: 'sanad/enrolment/1', ...facts } as const;
    const signed =
      person === null
        ? null
        : signObject(nodeCrypto, signer(role === 'principal' ? kid : 'principal_amina'), enrolment);
    rawKeys.set(kid, {
      ...facts,
      compromised_at: null,
      enrolment: signed === null ? null : { enrolment_hash: signed.hash, signature: signed.signature },
    });
  }
}

type Parts = Pick<Deployment, 'app' | 'deps' | 'now' | 'signer' | 'plugins'> & {
  readonly clock: () => number;
};
type Post = Deployment['post'];

function actions(parts: Parts) {
  const http = requests(parts);
  return { ...http, ...principalActions(parts, http.post), ...grantActions(parts, http.post) };
}

function requests({ app }: Parts): Pick<Deployment, 'get' | 'post'> {
  return {
    get: async (path) => {
      const response = await app.inject({ url: path });
      return { status: response.statusCode, body: response.json() };
    },
    post: async (path, body, bearer) => {
      const response = await app.inject({
        method: 'POST',
        url: path,
        headers: {
          'content-type': 'application/json',
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        },
        payload: JSON.stringify(body),
      });
      return { status: response.statusCode, body: response.json() };
    },
  };
}

function mandateOf(patch: Partial<Mandate>): Mandate {
  return {
    type: 'sanad/mandate/1',
    deployment: DEPLOYMENT,
    contract_id: `ic_${randomBytes(12).toString('hex')}`,
    tenant: 'tn_test',
    principal: 'amina',
    agent: 'agent_ap',
    profile: 'treasury.v1',
    scope: ['bank.readBalance', 'bank.executeTransfer'],
    limits: { runtime_max_s: 300, use_count_max: 100 },
    approval: {
      routes: [
        {
          approver_type: 'officer',
          approvers: ['cfo'],
          wait_s: 3_600,
          notify: ['app'],
          assurance: 'signature',
        },
      ],
    },
    forbidden: ['bank.addBeneficiary'],
    valid_from: new Date(START - 3_600_000).toISOString(),
    valid_to: new Date(START + 30 * 86_400_000).toISOString(),
    policy_version: 'treasury.v1@1.0.0',
    rules: { amount_max: '5000', daily_max: '10000', threshold: '1000' },
    ...patch,
  };
}

function principalActions({ signer }: Parts, post: Post): Pick<Deployment, 'mandate' | 'sign' | 'register'> {
  const sign: Deployment['sign'] = (mandate, kid = 'principal_amina') => {
    const { hash, signature } = signObject(nodeCrypto, signer(kid), mandate);
    return { contract: mandate, contract_hash: hash, signature };
  };
  return {
    mandate: (patch = {}) => mandateOf(patch),
    sign,
    register: async (patch = {}) => {
      const signed = sign(mandateOf(patch));
      const { status, body } = await post('/contracts', signed);
      if (status !== 201) throw new Error(`mandate refused: ${JSON.stringify(body)}`);
      return signed.contract.contract_id;
    },
  };
}

function grantActions(
  parts: Parts,
  post: Post,
): Pick<Deployment, 'propose' | 'approve' | 'redeem' | 'report'> {
  const { now, signer, clock } = parts;
  return {
    propose: async (mandateId, params, facade = 'bank.executeTransfer', sub = 'amina') => {
      const body = {
        contract_id: mandateId,
        facade,
        params: params ?? transfer(),
        plugin_hash: pluginHashOf(parts.plugins, facade),
        software: SOFTWARE,
      };
      const ref = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      const bearer = await token({ scope: 'grants', ref, sub }, clock());
      const { status, body: record } = await post<GrantRecord>('/grants', body, bearer);
      if (status !== 201) throw new Error(`proposal refused: ${JSON.stringify(record)}`);
      return record;
    },
    approve: (grant, kid = 'approver_cfo') =>
      post(`/grants/${grant.grant.grant_id}/approve`, {
        action_hash: grant.action_hash,
        signature: signHash(signer(kid), grant.action_hash),
      }),
    redeem: async (grant, redemptionId, sub = 'amina') => {
      const { grant_id } = grant.grant;
      const redemption = {
        type: 'sanad/redemption/1',
        redemption_id: redemptionId ?? `red_${randomBytes(12).toString('hex')}`,
        grant_id,
        grant_hash: grant.grant_hash,
        action_hash: grant.action_hash,
        venue: 'local',
        requested_at: now(),
      } as const;
      const { hash, signature } = signObject(nodeCrypto, signer('pep'), redemption);
      const presentation = await token({ scope: 'execute', ref: grant_id, sub }, clock());
      return post(`/grants/${grant_id}/redeem`, {
        redemption,
        redemption_hash: hash,
        signature,
        presentation,
      });
    },
    report: (grant, patch = {}, withoutAck = false, ack = {}) =>
      post('/events', enforcement(parts, grant, patch, withoutAck, ack)),
  };
}

/** As a gateway with these files sends it: of the plugin with the facade, or of the treasury. */
export function pluginHashOf(plugins: ReadonlyMap<string, Plugin>, facade = ''): string {
  const found = [...plugins.values()].find(({ manifest }) =>
    manifest.facades.some(({ name }) => name === facade),
  );
  return (found ?? plugins.get('treasury'))?.hash ?? '';
}

let invoices = 0;

/** Params of a transfer that the mandate allows at once; each call is for another invoice. */
export function transfer(patch: Record<string, unknown> = {}): Record<string, unknown> {
  invoices += 1;
  return {
    to_account: 'acct_acme',
    amount: '250',
    currency: 'USD',
    beneficiary_id: 'acme',
    memo: `Invoice INV-${invoices}`,
    ...patch,
  };
}

/** What the enforcement point reports of a grant. */
export function enforcement(
  { now, signer }: Pick<Parts, 'now' | 'signer'>,
  grant: GrantRecord,
  patch: Partial<EnforcementDecision>,
  withoutAck: boolean,
  { kid = 'bank', fields }: ForgedAck,
): EnforcementReport {
  const ack = {
    type: 'sanad/ack/1',
    counterparty: kid,
    operation: 'transfer',
    grant_id: grant.grant.grant_id,
    action_hash: grant.action_hash,
    idempotency_key: grant.grant.idempotency_key,
    acknowledged_at: now(),
    transfer_id: `txn_${grant.grant.grant_id.slice(3)}`,
    ...fields,
  } as const;
  const acked = signObject(nodeCrypto, signer(kid), ack);
  const signedAck: SignedAck = { ack, ack_hash: acked.hash, signature: acked.signature };
  const decision: EnforcementDecision = {
    type: 'sanad/decision/1',
    deployment: DEPLOYMENT,
    grant_id: grant.grant.grant_id,
    grant_hash: grant.grant_hash,
    contract_hash: grant.grant.contract_hash,
    action_hash: grant.action_hash,
    policy_version: grant.grant.policy_version,
    venue: 'local',
    level: 'L1-sim',
    outcome: 'executed',
    reason: 'ok',
    detail: 'executed',
    counterparty_ack_hash: acked.hash,
    response_sha256: null,
    executed_at: now(),
    decided_at: now(),
    ...patch,
  };
  const { hash, signature } = signObject(nodeCrypto, signer('pep'), decision);
  return {
    kind: 'enforcement',
    body: { decision, decision_hash: hash, signature, counterparty_ack: withoutAck ? null : signedAck },
  };
}
