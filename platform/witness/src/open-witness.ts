import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import type { Machine, OpenService } from '@common/kit/service';
import { postgresOptions, trustedProxiesOf } from '@common/kit/service/settings';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { claimDatabase } from '@common/kit/sql/owner';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import type { Log } from '@common/kit/telemetry/log';
import { type LogPolicy, parseLogPolicy } from '@platform/core/log/note/log-policy';
import { formatNoteKey, KEY_TYPES, noteKey } from '@platform/core/log/note/note-key';
import { chooseEd25519 } from '@platform/keys/ed25519-library';
import { openNoteKey } from '@platform/keys/key-files/note-key-file';
import { createApp } from './app.ts';
import { askStanding } from './ask-standing.adapter.ts';
import { WITNESS_CONFIG, type WitnessSettings } from './config.ts';
import { readRevocations } from './handed-revocations.adapter.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { WitnessSchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';
import { FAULT_POINTS, type FaultPoint } from './store/store.ts';
import type { HandedRevocations } from './use-cases/add-checkpoint.ts';

const MINUTE_S = 60;

export const WITNESS = {
  name: 'witness',
  config: WITNESS_CONFIG,
  listeners: { witness: { host: 'WITNESS_HOST', port: 'WITNESS_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openWitness,
} as const;

/** Opens key and database, which belong together, and reads which logs are admitted. */
export async function openWitness(
  { config, secrets }: WitnessSettings,
  { clock, randomBytes, faults, log }: Machine<FaultPoint>,
): Promise<Result<OpenService<'witness'>, 'unusable_settings'>> {
  chooseEd25519(log);
  const logs = await readLogs(config.WITNESS_LOGS);
  if (!logs.ok) return logs;
  const trustProxy = trustedProxiesOf(config.TRUST_PROXY);
  if (!trustProxy.ok) return trustProxy;
  const file = await openNoteKey(config.WITNESS_KEYS_DIR, 'witness');
  const key = noteKey(nodeCrypto, {
    name: config.WITNESS_NAME,
    type: KEY_TYPES.cosigner,
    publicKey: file.publicKey,
  });
  const vkey = formatNoteKey(key);
  const opened = await openMigrated<WitnessSchema>(
    'WITNESS_DATABASE_URL',
    secrets.WITNESS_DATABASE_URL,
    MIGRATIONS,
    postgresOptions(config, 'witness'),
  );
  if (!opened.ok) return opened;
  const database = opened.value;
  // If the key existed before and the database knows no key, the database lacks what the key signed.
  const claimed = await claimDatabase(database, vkey, file.created);
  if (!claimed.ok) {
    await database.close();
    return fail('unusable_settings', refusalOf(claimed.error, config.WITNESS_KEYS_DIR));
  }
  if (file.created) log.info({ vkey }, 'key created');
  log.info({ vkey, logs: logs.value.map((named) => formatNoteKey(named.key)) }, 'witness opened');
  const app = await createApp({
    store: createSqlStore(database),
    crypto: nodeCrypto,
    logs: logs.value.map((named) => named.key),
    handed: handedRevocations(config.WITNESS_REVOCATIONS_DIR, logs.value, log),
    key,
    sign: file.sign,
    clock,
    faults,
    log,
    randomBytes,
    ...limitsOf(config),
    trustProxy: trustProxy.value,
    writable: createWriteProbe(database),
    onFork: (fork) => log.error(fork, 'the log has signed two roots of one size: keep both notes'),
  });
  await watchDatabase(app.watch, database);
  return ok({ apps: { witness: app }, close: () => database.close() });
}

/** Reads the folder for every checkpoint: what was handed over counts from the next one on. */
function handedRevocations(folder: string, logs: LogPolicy['logs'], log: Log): HandedRevocations {
  return {
    of: (origin) => readRevocations(nodeCrypto, join(folder, nodeCrypto.sha256(origin))),
    async proof(origin, things, size) {
      const url = logs.find((named) => named.key.name === origin && named.url !== null)?.url;
      return url === undefined || url === null ? null : askStanding(url, things, size);
    },
    onLeftOut: (left) =>
      log.error(left, 'a checkpoint lacks revocations that were handed over: not cosigned'),
  };
}

function limitsOf({
  WITNESS_REQUESTS_PER_MINUTE: requests,
  WITNESS_CHECKPOINTS_PER_MINUTE: checkpoints,
}: WitnessSettings['config']) {
  return {
    addresses: createMemoryRateLimiter({ name: 'addresses', requests, windowS: MINUTE_S }),
    growth: createMemoryRateLimiter({ name: 'logs', requests: checkpoints, windowS: MINUTE_S }),
  };
}

function refusalOf(
  { code, message }: { readonly code: 'owner_unknown' | 'owner_differs'; readonly message: string },
  folder: string,
): string {
  return code === 'owner_unknown'
    ? `WITNESS_DATABASE_URL: this database is new, but the key in ${folder} is not: with it, the witness would sign a second history of a log. Restore the database, or move the key away to become a new witness.`
    : `WITNESS_DATABASE_URL: ${message}: give the key and the database of one witness, and never change its name.`;
}

async function readLogs(file: string): Promise<Result<LogPolicy['logs'], 'unusable_settings'>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return fail(
      'unusable_settings',
      `WITNESS_LOGS: ${file} cannot be read. It names the logs to cosign: a line “log <vkey>” for each, and a line “quorum none”.`,
    );
  }
  const policy = parseLogPolicy(nodeCrypto, text);
  if (!policy.ok) return fail('unusable_settings', `WITNESS_LOGS: ${file}: ${policy.error.message}`);
  const { logs } = policy.value;
  if (logs.length > 0) return ok(logs);
  return fail('unusable_settings', `WITNESS_LOGS: ${file} names no log: add a line “log <vkey>”.`);
}
