import { fail, ok, type Result } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import { createJobWatch, every, watchJobs } from '@common/kit/jobs';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createAdapterApp } from '@platform/frame/adapter-app';
import { FAULT_POINTS, type FaultPoint } from '@platform/frame/effects';
import { createJournal, JOURNAL_MIGRATIONS, type JournalSchema } from '@platform/frame/journal';
import { openServiceKey, readServiceEntry } from '@platform/keys/key-files/keys';
import { PAYOUTS_CONFIG, type PayoutsSettings } from '../config.ts';
import { createPayouts } from './payouts.adapter.ts';

export const PAYOUTS = {
  name: 'payouts',
  config: PAYOUTS_CONFIG,
  listeners: { payouts: { host: 'PAYOUTS_HOST', port: 'PAYOUTS_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openPayouts,
} as const;

const KID = 'payouts';
/** How often what is open is looked up. */
const LOOK_MS = 15_000;
const MS_PER_S = 1_000;

/** Opens the journal and the adapter's key. */
async function openPayouts(
  { config, secrets }: PayoutsSettings,
  machine: Machine<FaultPoint>,
): Promise<Result<OpenService<'payouts'>, 'unusable_settings'>> {
  const apiKey = secrets.PAYOUTS_API_KEY;
  if (apiKey === undefined) return fail('unusable_settings', 'PAYOUTS_API_KEY: set the provider’s key.');
  const dir = config.PAYOUTS_KEYS_DIR;
  const opened = await openMigrated<JournalSchema>(
    'PAYOUTS_JOURNAL',
    `sqlite:${config.PAYOUTS_JOURNAL}`,
    JOURNAL_MIGRATIONS,
  );
  if (!opened.ok) return opened;
  const database = opened.value;
  const key = await openServiceKey({
    dir,
    kid: KID,
    alg: 'ed25519',
    role: 'counterparty',
    clock: machine.clock,
  });
  const http = createHttpClient();
  const { app, settleOpen } = await createAdapterApp(
    {
      ...machine,
      journal: createJournal(database),
      signer: key,
      key: () => readServiceEntry(dir, KID),
      brokerSecret: await readSecret({ dir, name: 'broker.secret', fromEnv: undefined }),
      writable: createWriteProbe(database),
    },
    createPayouts({
      http,
      name: config.PAYOUTS_PROVIDER,
      apiUrl: config.PAYOUTS_API_URL,
      apiKey,
      webhookSecret: secrets.PAYOUTS_WEBHOOK_SECRET,
      quietMs: config.PAYOUTS_QUIET_S * MS_PER_S,
    }),
  );
  await watchDatabase(app.watch, database);
  const jobs = createJobWatch({ log: machine.log });
  watchJobs(app.watch, jobs);
  const onError = (error: unknown) => machine.log.error({ err: error }, 'cannot look up what is open');
  const look = every(LOOK_MS, jobs.job('look_up', onError), settleOpen);
  return ok({
    apps: { payouts: app },
    start: () => look.start(),
    async close() {
      await look.stop();
      http.close();
      await database.close();
    },
  });
}
