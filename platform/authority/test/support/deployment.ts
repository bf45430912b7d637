import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createJobWatch } from '@common/kit/jobs';
import { createMemoryRateLimiter, type RateLimiter } from '@common/kit/rate-limit';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createLog } from '@common/kit/telemetry/log';
import { openKeptFiles } from '@platform/authority/adapters/kept-files';
import { createAnchorStore } from '@platform/authority/anchors/anchors.sql';
import { type AppDeps, createApp } from '@platform/authority/app';
import { createSequencer, type Sequencer } from '@platform/authority/jobs/sequencer';
import { createNoticeStore } from '@platform/authority/notices/notices.sql';
import { createWebhookStore } from '@platform/authority/notices/webhooks.sql';
import { createSearchEntering, type SearchEntering } from '@platform/authority/search/enter-receipts';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSearchStore } from '@platform/authority/store/sql-search';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityDeps } from '@platform/authority/use-cases/deps';
import { keepRules } from '@platform/authority/use-cases/keep-rules';
import type { Receipt } from '@platform/core/objects/receipt';
import { createProfileReader } from '@platform/core/signed/profile';
import { openLogKeys } from '@platform/keys/key-files/log-keys';
import { openSinkBook } from '@platform/keys/notice-addresses';
import { pluginOfProfile } from '@platform/keys/plugin-folders';
import { actions, JWT_SECRET } from './actions.ts';
import { DEPLOYMENT, keyFolderOf, openKeys, START } from './keys.ts';
import { publishProfiles } from './profiles.ts';
import type { Deployment } from './types.ts';

/** On a busy machine, the last of a hundred at once waits long for one of ten connections. */
const PATIENT = { connectTimeoutMs: 60_000 };

const DOCUMENTS = { tenantBytes: 2 ** 30, mandateDayBytes: 2 ** 30, keptDays: null };

export async function openDeployment(
  databaseUrl = 'sqlite::memory:',
  limits: Partial<AuthorityDeps['limits']> = {},
): Promise<Deployment> {
  const { clock, now, advance } = openClock();
  const cloud: Deployment['cloud'] = { token: null };
  const { rawKeys, signer, keys } = openKeys();
  const { plugins, profileFiles, publish } = await publishProfiles(signer, now);
  const database = await openDatabase<AuthoritySchema>({ url: databaseUrl, postgres: PATIENT });
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  const notices = createNoticeStore(database);
  const anchors = createAnchorStore(database);
  const pauses: Deployment['pauses'] = { total: 0, meanwhile: async () => {} };
  const entries: Deployment['entries'] = { newest: null };
  const keptFolder = await mkdtemp(join(tmpdir(), 'sanad-kept-'));
  const writtenReceipts: Receipt[] = [];
  const deps: AuthorityDeps = {
    deployment: DEPLOYMENT,
    store,
    keys,
    plugins: () => plugins,
    kept: await openKeptFiles(keptFolder),
    readProfile: createProfileReader({
      crypto: nodeCrypto,
      keys,
      readFile: async (name) => profileFiles.get(name) ?? null,
      plugin: (name) => pluginOfProfile({ plugins, fault: null }, name),
      keepVersion: (inForce) => keepRules({ ...store, clock, crypto: nodeCrypto }, inForce),
    }),
    writeProfile: async (signed) => {
      profileFiles.set(signed.profile.name, JSON.stringify(signed));
    },
    keyFolder: keyFolderOf(rawKeys),
    crypto: nodeCrypto,
    clock,
    randomBytes,
    venue: 'local',
    cloudToken: () => cloud.token,
    authority: signer('authority'),
    assembly: signer('service_assembly'),
    logSigner: await openLogSigner(keptFolder),
    newestEntry: () => entries.newest,
    receiptQueued: () => sequencer.wake(),
    sequenceReport: (report) => sequencer.report(report),
    faults: { at: () => {} },
    pause: pausing(pauses),
    sendWithinMs: 2_000,
    limits: { proposals: proposalLimiter(10_000), denialsPerDay: 10_000, documents: DOCUMENTS, ...limits },
  };
  const sinks = openSinkBook(keptFolder);
  const telling = tellingOf(database);
  const search = createSearchStore(database);
  const entering = createSearchEntering({ store, search });
  const sequencer = sequencerOf(deps, writtenReceipts, entering.add);
  const appDeps: AppDeps = {
    ...deps,
    ...{ anchors, notices, sinks, search, entering, ...telling },
    consoleOrigin: 'http://localhost:8080',
    log: createLog({ level: 'silent' }),
    receiptsSettled: sequencer.settled,
    askEnforcement: async () => fail('movements_not_listed', 'No counterparty here lists movements.'),
    movementPages: proposalLimiter(2),
    writable: createWriteProbe(database),
  };
  const app = await createApp(appDeps);
  sequencer.start();
  const parts = {
    app,
    deps,
    database,
    sequencer,
    now,
    clock,
    signer,
    publish,
    profileFiles,
    rawKeys,
    plugins,
    writtenReceipts,
    notices,
    cloud,
    anchors,
    entries,
    pauses,
    ...{ sinks, telling },
  };
  return {
    ...parts,
    ...actions(parts),
    advance,
    closed: () => createApp({ ...appDeps, reads: 'tenants' }),
    close: async () => {
      await app.close();
      await sequencer.stop();
      await database.close();
      await rm(keptFolder, { recursive: true });
    },
  };
}

/** Where agents may be told. */
function tellingOf(database: Deployment['database']): Deployment['telling'] {
  return {
    webhooks: createWebhookStore(database),
    webhookRules: { allowPrivate: false, hosts: { setting: 'NOTICE_HOSTS', names: ['agent.example'] } },
    gatewaySecret: JWT_SECRET,
  };
}

function pausing(pauses: Deployment['pauses']): AuthorityDeps['pause'] {
  return async (ms) => {
    pauses.total += ms;
    await pauses.meanwhile();
  };
}

function openClock() {
  let nowMs = START;
  return {
    clock: (): number => nowMs,
    now: (): string => new Date(nowMs).toISOString(),
    advance: (seconds: number): void => {
      nowMs += seconds * 1_000;
    },
  };
}

async function openLogSigner(folder: string): Promise<AuthorityDeps['logSigner']> {
  return { keys: (await openLogKeys(folder)).keys, originOf: (logId) => `log.example/${logId}` };
}

/** A sequencer whose files are a list in memory. */
function sequencerOf(deps: AuthorityDeps, written: Receipt[], onMade: SearchEntering['add']): Sequencer {
  return createSequencer({
    deps,
    onMade,
    writeReceiptFiles: async (files) => {
      for (const { receiptId, receipt } of files) {
        const at = written.findIndex(({ receipt_id }) => receipt_id === receiptId);
        if (at >= 0) written.splice(at, 1);
        if (receipt !== null) written.push(receipt);
      }
    },
    jobs: createJobWatch(),
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
