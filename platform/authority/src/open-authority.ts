import { setTimeout as pause } from 'node:timers/promises';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { HttpApp } from '@common/kit/http/app';
import { createJobWatch, every, type JobWatch, watchJobs } from '@common/kit/jobs';
import type { SendMail } from '@common/kit/mail/send-mail';
import { openMail } from '@common/kit/mail/settings';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { postgresOptions } from '@common/kit/service/settings';
import type { Database } from '@common/kit/sql/database';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import type { Log } from '@common/kit/telemetry/log';
import { createWebhookSender } from '@common/kit/webhooks/send';
import { rememberGood } from '@platform/core/log/remembered';
import { createKeyReader } from '@platform/core/signed/key-registry';
import { createProfileReader } from '@platform/core/signed/profile';
import { claimForDeployment } from '@platform/keys/claim-database';
import { consoleOriginOf } from '@platform/keys/console-origin';
import { openDeploymentId } from '@platform/keys/deployment-id';
import { chooseEd25519 } from '@platform/keys/ed25519-library';
import {
  addPublicEntry,
  openServiceKey,
  replacePublicEntry,
  watchPublicKeys,
} from '@platform/keys/key-files/keys';
import { openLogKeys, readLogKeys } from '@platform/keys/key-files/log-keys';
import { lastBackup } from '@platform/keys/last-backup';
import { openAddressBook, openSinkBook } from '@platform/keys/notice-addresses';
import { noticeRules } from '@platform/keys/notice-settings';
import { pluginOfProfile, type WatchPlugins, watchOwnPlugins } from '@platform/keys/plugin-folders';
import { pluginPlaces } from '@platform/keys/plugin-settings';
import { profileFiles } from '@platform/keys/profile-files';
import { createNoticeSender } from '@platform/keys/send-notice';
import { watchKeys } from '@platform/keys/watch-parts';
import { createAskEnforcement } from './adapters/ask-enforcement.ts';
import { readEntryFiles, readMandateFiles, writeProfileFile } from './adapters/files.ts';
import { openKeptFiles } from './adapters/kept-files.ts';
import { openReceiptFolder } from './adapters/receipt-folder.ts';
import { createAnchorStore } from './anchors/anchors.sql.ts';
import { openAnchors } from './anchors/open-anchors.ts';
import { type AppDeps, createApp } from './app.ts';
import { AUTHORITY_CONFIG, type AuthoritySettings } from './config.ts';
import { createSequencer } from './jobs/sequencer.ts';
import type { DeliveryDeps } from './notices/deliver-notice.ts';
import { startNotices } from './notices/notices.job.ts';
import { createNoticeStore } from './notices/notices.sql.ts';
import { createWebhookStore } from './notices/webhooks.sql.ts';
import { openOwnCloud } from './open-cloud.ts';
import { createSearchEntering, type SearchEntering } from './search/enter-receipts.ts';
import { createReconciling, type ReconcileDeps } from './statements/reconcile-accounts.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { AuthoritySchema } from './store/schema.ts';
import { createSearchStore } from './store/sql-search.ts';
import { createSqlStore } from './store/sql-store.ts';
import { createFigureStore } from './telemetry/figures.sql.ts';
import { watchAuthority } from './telemetry/watch-authority.ts';
import { applyKeptTokenEnds } from './use-cases/agent-tokens.ts';
import { applyKeptCancellations } from './use-cases/cancel-grant.ts';
import { applyKnownCompromises } from './use-cases/change-keys.ts';
import { createHeadPublisher, logOrigin, publishNewestHead } from './use-cases/checkpoints.ts';
import { applyKeptRevocations, checkLogKept, keepNewestHead } from './use-cases/continuity.ts';
import {
  type AuthorityDeps,
  FAULT_POINTS,
  type FaultPoint,
  type KeyFolder,
  type LogSigner,
} from './use-cases/deps.ts';
import { recordLeaseLength } from './use-cases/end-of-leases.ts';
import { keepRecordedEnds, keepWaitingEnds } from './use-cases/keep-ends.ts';
import { createEnrolmentKeeper } from './use-cases/keep-enrolments.ts';
import { keepRules } from './use-cases/keep-rules.ts';
import { enterKnownEndings } from './use-cases/known-endings.ts';
import { checkOwnKeys } from './use-cases/own-keys.ts';
import { checkOwnLogKeys } from './use-cases/own-log-keys.ts';
import { pruneDocuments } from './use-cases/prune-documents.ts';
import { pruneReceipts } from './use-cases/prune-receipts.ts';
import { recordFirstEntries } from './use-cases/record-entry.ts';
import { registerMandate } from './use-cases/register-mandate.ts';
import { sweepGrants } from './use-cases/sweep-grants.ts';
import { openWitnesses, readWitnesses } from './witnesses/open-witnesses.ts';
import type { WitnessFigures } from './witnesses/witness-lag.ts';

const SECONDS_PER_MINUTE = 60;
/** Of one tenant: a hundred statements of five pages each. */
const MOVEMENT_PAGES_PER_MINUTE = 500;
const SWEEP_MS = 1_000;
const SEQUENCE_MS = 1_000;
const NOTICE_MS = 1_000;
/** Receipts of a second share the commit that enters them in the search. */
const SEARCH_MS = 1_000;
const PRUNE_MS = 3_600_000;
/** How often it is looked whether an account is due. */
const RECONCILE_MS = 60_000;

type OpenRefusal = 'unusable_settings' | 'plugins_unusable' | 'log_rolled_back' | 'keys_rolled_back';

export const AUTHORITY = {
  name: 'authority',
  config: AUTHORITY_CONFIG,
  listeners: { authority: { host: 'AUTHORITY_HOST', port: 'AUTHORITY_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openAuthority,
} as const;

/**
 * Opens the store, keys and plugins, and registers the deployment's first mandates. `start` starts the jobs.
 */
export async function openAuthority(
  { config, secrets }: AuthoritySettings,
  { clock, randomBytes, faults, log }: Machine<FaultPoint>,
): Promise<Result<OpenService<'authority'>, OpenRefusal>> {
  chooseEd25519(log);
  const plugins = watchOwnPlugins(pluginPlaces(config), nodeCrypto, log.warn.bind(log));
  const { fault } = plugins();
  if (fault !== null) return fail('plugins_unusable', fault);
  const dir = config.SERVICE_KEYS_DIR;
  const deployment = await openDeploymentId(dir);
  const { authority, assembly } = await openOwnKeys(dir, clock, log);
  const fromEnv = secrets.SERVICE_GATEWAY_SECRET;
  const gatewaySecret = await readSecret({ dir, name: 'gateway.secret', fromEnv });
  const witnesses = await readWitnesses(config.LOG_WITNESSES);
  if (!witnesses.ok) return witnesses;
  const mail = openMail({ config, secrets });
  if (!mail.ok) return mail;
  const onRefused = (kid: string, why: string): void => log.warn({ kid, why }, 'public key refused');
  const keys = createKeyReader(nodeCrypto, deployment, watchPublicKeys(dir), onRefused);
  const opened = await openKeptBooks({ config, secrets }, deployment, keys);
  if (!opened.ok) return opened;
  const { database, store, kept } = opened.value;
  const jobs = createJobWatch({ log });
  const onError: JobFailed = (err, job) => log.error({ err, job }, 'a job failed and will be tried again');
  const cloud = openOwnCloud(config, deployment, { clock, jobs, log });
  const logSigner = await openLogSigner(config, log);
  const anchors = createAnchorStore(database);
  const heads = { store, anchors, crypto: nodeCrypto, logSigner, clock };
  const anchoring = await openAnchors(config, heads, { jobs, log });
  const deps: AuthorityDeps = {
    deployment,
    store,
    kept,
    keys,
    plugins: () => plugins().plugins,
    readProfile: profileReader(config.PROFILES_DIR, { keys, plugins, store, clock }),
    writeProfile: (signed) => writeProfileFile(config.PROFILES_DIR, signed),
    // Once a key of a kid is marked, each use of a mandate and each sweep asks which key signed.
    crypto: rememberGood(nodeCrypto),
    clock,
    randomBytes,
    faults,
    keyFolder: keyFolderOf(dir),
    authority,
    assembly,
    logSigner,
    newestEntry: anchoring.newest,
    receiptQueued: () => sequencer.wake(),
    sequenceReport: (report) => sequencer.report(report),
    venue: config.SERVICE_VENUE,
    cloudToken: cloud.current,
    limits: limitsOf(config),
    pause,
    sendWithinMs: config.SEND_WITHIN_MS,
  };
  const witnessing = openWitnesses(deps, witnesses.value, { database, jobs, log });
  const search = createSearchStore(database);
  const entering = createSearchEntering({ store, search });
  const sequencer = createSequencer({
    deps,
    onMade: entering.add,
    jobs,
    onError,
    intervalMs: SEQUENCE_MS,
    refusal: witnessing.refusal,
    writeReceiptFiles: openReceiptFolder(config.RECEIPTS_DIR, clock).write,
  });
  await cloud.start();
  await catchUp(deps, config, log);
  const telling = { ...openTelling(config, database), gatewaySecret };
  const settled = { receiptsSettled: sequencer.settled, logRefusal: witnessing.refusal };
  const readers = { consoleOrigin: consoleOriginOf(config), reads: config.AUTHORITY_READS };
  const { close: closeAsking, ...asking } = openMovements(config);
  const about = { anchors, search, entering, log, ...telling, ...readers, ...settled, ...asking };
  const app = await openApp({ ...deps, ...about }, { database, dir, jobs, witnesses: witnessing.figures });
  let stopJobs = async (): Promise<void> => {};
  return ok({
    apps: { authority: app },
    start() {
      witnessing.start();
      anchoring.start();
      sequencer.start();
      const notifying = { ...deps, ...telling, ...sendersOf(config, mail.value) };
      const reconciling = { ...deps, ...asking, search, entering, logRefusal: witnessing.refusal };
      stopJobs = startJobs(deps, onError, { jobs, notifying, reconciling, entering, log });
    },
    async close() {
      await stopJobs();
      await sequencer.stop();
      // Without it, too, the head is on disk beside the newest places.
      await kept.settleHead().catch((err: unknown) => log.warn({ err }, 'log-head.json was not replaced'));
      await Promise.all([witnessing.stop(), anchoring.stop()]);
      await cloud.stop();
      closeAsking();
      await database.close();
    },
  });
}

/** Opens the database, the files kept beside the keys, and the log's keys, and checks that they agree. */
async function openKeptBooks(settings: AuthoritySettings, deployment: string, keys: AuthorityDeps['keys']) {
  const logKeys = await readLogKeys(settings.config.SERVICE_KEYS_DIR);
  const opened = await openBooks(settings, deployment);
  if (!opened.ok) return opened;
  const database = opened.value;
  const store = createSqlStore(database);
  const kept = await openKeptFiles(settings.config.SERVICE_KEYS_DIR);
  const continued = await checkLogKept({ store, kept, crypto: nodeCrypto });
  const known = continued.ok ? await checkOwnKeys({ store, keys }) : continued;
  const logSigner = logSignerOf(settings.config, () => logKeys);
  const agreed = known.ok ? await checkOwnLogKeys({ store, crypto: nodeCrypto, logSigner }) : known;
  if (agreed.ok) return ok({ database, store, kept });
  await database.close();
  return agreed;
}

interface WatchedParts {
  readonly database: Database<AuthoritySchema>;
  readonly dir: string;
  readonly jobs: JobWatch;
  readonly witnesses: WitnessFigures;
}

/** Creates the app, with its metrics and readiness checks. */
async function openApp(
  deps: Omit<AppDeps, 'writable'>,
  { database, dir, jobs, witnesses }: WatchedParts,
): Promise<HttpApp> {
  const app = await createApp({ ...deps, writable: createWriteProbe(database) });
  await watchDatabase(app.watch, database);
  watchJobs(app.watch, jobs);
  watchKeys(app.watch, dir, [deps.authority.kid, deps.assembly.kid], deps.clock);
  const { logRefusal = async () => null } = deps;
  watchAuthority(app.watch, deps, {
    figures: createFigureStore(database),
    logRefusal,
    witnesses,
    lastBackup: () => lastBackup(dir),
  });
  return app;
}

function keyFolderOf(dir: string): KeyFolder {
  return {
    // Not cached, because each read decides about the write that follows it.
    read: watchPublicKeys(dir, 0),
    add: (entry) => addPublicEntry(dir, entry),
    replace: (entry) => replacePublicEntry(dir, entry),
  };
}

export function profileReader(
  folder: string,
  {
    keys,
    plugins,
    store,
    clock,
  }: Pick<AuthorityDeps, 'keys' | 'store' | 'clock'> & { readonly plugins: WatchPlugins },
): AuthorityDeps['readProfile'] {
  return createProfileReader({
    crypto: nodeCrypto,
    keys,
    readFile: profileFiles(folder),
    plugin: (name) => pluginOfProfile(plugins(), name),
    keepVersion: (inForce) => keepRules({ ...store, clock, crypto: nodeCrypto }, inForce),
  });
}

const BYTES_PER_MB = 1_048_576;

/** How counterparties' lists are asked for. */
function openMovements({ PEP_URL }: AuthoritySettings['config']) {
  const { ask: askEnforcement, close } = createAskEnforcement(PEP_URL);
  const requests = MOVEMENT_PAGES_PER_MINUTE;
  const policy = { name: 'movements', requests, windowS: SECONDS_PER_MINUTE };
  return { askEnforcement, movementPages: createMemoryRateLimiter(policy), close };
}

function limitsOf({
  PROPOSALS_PER_MINUTE: requests,
  DENIALS_PER_DAY,
  ...config
}: AuthoritySettings['config']) {
  return {
    proposals: createMemoryRateLimiter({ name: 'proposals', requests, windowS: SECONDS_PER_MINUTE }),
    denialsPerDay: DENIALS_PER_DAY,
    documents: {
      tenantBytes: config.DOCUMENT_MB_PER_TENANT * BYTES_PER_MB,
      mandateDayBytes: config.DOCUMENT_MB_PER_DAY * BYTES_PER_MB,
      keptDays: config.DOCUMENT_KEEP_DAYS ?? null,
    },
  };
}

/** Finishes what an earlier run may have left undone, and registers the deployment's first mandates. */
async function catchUp(
  deps: AuthorityDeps,
  { PROFILES_DIR, MANDATES_DIR }: Pick<AuthoritySettings['config'], 'PROFILES_DIR' | 'MANDATES_DIR'>,
  log: Log,
): Promise<void> {
  await recordLeaseLength(deps);
  // First, because what a stolen key signed must not count in the next steps.
  for (const again of await applyKnownCompromises(deps)) {
    log.warn(again, 'a key that was marked as compromised was not marked in the keys folder');
  }
  await enterKnownEndings(deps);
  await keepNewestHead(deps);
  await publishNewestHead(deps);
  await recordFirstDirectories(deps, PROFILES_DIR, log);
  await registerFirstMandates(deps, MANDATES_DIR, log);
  await keepRecordedEnds(deps);
  for (const contract of await applyKeptRevocations(deps)) {
    log.warn({ contract }, 'revoked again: the database had lost it');
  }
  for (const grant of await applyKeptCancellations(deps)) {
    log.warn({ grant }, 'cancelled again: the database had lost it');
  }
  for (const token of await applyKeptTokenEnds(deps)) {
    log.warn({ token }, 'an agent’s token was ended again: the database had lost it');
  }
}

/** Whom to tell what, and where webhooks may go. */
function openTelling(config: AuthoritySettings['config'], database: Database<AuthoritySchema>) {
  return {
    notices: createNoticeStore(database),
    sinks: openSinkBook(config.SERVICE_KEYS_DIR),
    webhooks: createWebhookStore(database),
    webhookRules: noticeRules(config),
  };
}

/** How notices are sent, and the pages to which they lead. */
function sendersOf(config: AuthoritySettings['config'], sendMail: SendMail | null) {
  return {
    addresses: openAddressBook(config.SERVICE_KEYS_DIR),
    sendNotice: createNoticeSender({ sendWebhook: createWebhookSender(noticeRules(config)), sendMail }),
    // Where it is not said, the address is this machine's own, and no link for others.
    consoleOrigin: config.CONSOLE_ORIGIN === undefined ? null : consoleOriginOf(config),
  };
}

type JobFailed = Parameters<JobWatch['job']>[1];

interface JobParts {
  readonly jobs: JobWatch;
  readonly notifying: DeliveryDeps;
  readonly reconciling: ReconcileDeps;
  readonly entering: SearchEntering;
  readonly log: Log;
}

/** Starts the jobs, and returns a function that stops them. */
function startJobs(
  deps: AuthorityDeps,
  onError: JobFailed,
  { jobs, notifying, reconciling, entering, log }: JobParts,
): () => Promise<void> {
  const stopNotices = startNotices({ deps: notifying, pollMs: NOTICE_MS, jobs, log });
  const onOther = () =>
    log.warn(
      'another process signed the newest checkpoint with other keys; it is signed again. Give it the newest copy of SERVICE_KEYS_DIR',
    );
  const comparing = createReconciling(reconciling, ({ differences: _, ...missed }, why) =>
    log.warn({ ...missed, why }, 'payments were not compared with the counterparty’s list of movements'),
  );
  const repeated = [
    every(SWEEP_MS, jobs.job('grant_expiry', onError), () => sweepGrants(deps)),
    every(SWEEP_MS, jobs.job('enrolments', onError), createEnrolmentKeeper(deps)),
    every(SWEEP_MS, jobs.job('kept_ends', onError), () => keepWaitingEnds(deps.kept)),
    every(SWEEP_MS, jobs.job('kept_head', onError), () => deps.kept.settleHead()),
    every(SEARCH_MS, jobs.job('search', onError), entering.run),
    every(PRUNE_MS, jobs.job('receipt_retention', onError), () => pruneReceipts(deps)),
    every(SWEEP_MS, jobs.job('documents', onError), () => pruneDocuments(deps)),
    every(SWEEP_MS, jobs.job('log_heads', onError), createHeadPublisher(deps, onOther)),
    every(RECONCILE_MS, jobs.job('reconciliation', onError), comparing.run),
  ];
  for (const job of repeated) job.start();
  return async () => {
    comparing.stop();
    await stopNotices();
    for (const job of repeated) await job.stop();
  };
}

/** Opens the authority's database, which belongs to this deployment alone. */
export async function openBooks(
  { config, secrets }: AuthoritySettings,
  deployment: string,
): Promise<Result<Database<AuthoritySchema>, 'unusable_settings'>> {
  const opened = await openMigrated<AuthoritySchema>(
    'AUTHORITY_DATABASE_URL',
    secrets.AUTHORITY_DATABASE_URL,
    MIGRATIONS,
    postgresOptions(config, 'authority'),
  );
  if (!opened.ok) return opened;
  const claimed = await claimForDeployment('AUTHORITY_DATABASE_URL', opened.value, deployment);
  if (claimed.ok) return opened;
  await opened.value.close();
  return claimed;
}

export async function openOwnKeys(dir: string, clock: () => number, log: Log) {
  const common = { dir, alg: 'ed25519', clock } as const;
  const authority = await openServiceKey({ ...common, kid: 'authority', role: 'authority' });
  const assembly = await openServiceKey({ ...common, kid: 'service_assembly', role: 'service_assembly' });
  for (const { kid, created } of [authority, assembly]) if (created) log.info({ kid }, 'key created');
  return { authority, assembly };
}

async function openLogSigner(config: AuthoritySettings['config'], log: Log): Promise<LogSigner> {
  const { created, keys } = await openLogKeys(config.SERVICE_KEYS_DIR, (err) =>
    log.error({ err }, 'a file of the keys of checkpoints cannot be read: signing goes on as before'),
  );
  if (created) log.info({ file: 'checkpoint.pem' }, 'key created');
  return logSignerOf(config, keys);
}

export function logSignerOf(
  { LOG_ORIGIN: origin }: Pick<AuthoritySettings['config'], 'LOG_ORIGIN'>,
  keys: LogSigner['keys'],
): LogSigner {
  return { keys, originOf: (logId) => logOrigin(origin, logId) };
}

async function recordFirstDirectories(deps: AuthorityDeps, profiles: string, log: Log): Promise<void> {
  const { directories, refused } = await readEntryFiles(profiles);
  for (const file of refused) log.warn({ file }, 'not the entries of a directory');
  for (const entries of directories) {
    const { profile, directory } = entries[0]?.entry ?? {};
    const recorded = await recordFirstEntries(deps, entries);
    if (!recorded.ok) {
      const { code, message: why } = recorded.error;
      log.warn({ profile, directory, code, why }, 'the first entries of a directory not recorded');
    } else if (recorded.value > 0) {
      log.info({ profile, directory, entries: recorded.value }, 'the first entries of a directory recorded');
    }
  }
}

async function registerFirstMandates(deps: AuthorityDeps, folder: string, log: Log): Promise<void> {
  const { mandates, refused } = await readMandateFiles(folder);
  for (const file of refused) log.warn({ file }, 'not a signed mandate');
  for (const mandate of mandates) {
    const contract = mandate.contract.contract_id;
    const registered = await registerMandate(deps, mandate);
    if (!registered.ok) log.warn({ contract, code: registered.error.code }, 'mandate not registered');
    else if (registered.value.isNew) log.info({ contract }, 'mandate registered');
  }
}
