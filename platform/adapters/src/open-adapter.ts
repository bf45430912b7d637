import { resolve } from 'node:path';
import { fail, type Result } from '@common/base/result';
import { createHttpClient, type HttpClient } from '@common/kit/http/client';
import { createJobWatch, every, watchJobs } from '@common/kit/jobs';
import { REPOSITORY } from '@common/kit/repository';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { holdAlone } from '@common/kit/sql/hold-alone';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import { createAdapterApp } from '@platform/frame/adapter-app';
import type { FaultPoint } from '@platform/frame/effects';
import { createJournal, JOURNAL_MIGRATIONS, type JournalSchema } from '@platform/frame/journal';
import type { Order, Provider } from '@platform/frame/provider';
import { openServiceKey, readServiceEntry } from '@platform/keys/key-files/keys';

/** How often what is open is looked up. */
const LOOK_MS = 15_000;

interface AdapterOptions<Name extends string, Body extends Order> {
  /** The name of the service, of its key, and of its listener. */
  readonly name: Name;
  /** The adapter's own folder. */
  readonly dir: string;
  readonly journal: {
    readonly setting: string;
    readonly file: string;
    /** For a process that is about to end. */
    readonly waitMs?: number;
  };
  /** Called once the folder is a deployment's, so that it may keep keys of its own there. */
  readonly provider: (http: Pick<HttpClient, 'send'>) => Provider<Body> | Promise<Provider<Body>>;
}

/** Opens an adapter's journal and key, and the adapter in front of its provider. */
export async function openAdapter<Name extends string, Body extends Order>(
  { name, dir, journal, provider }: AdapterOptions<Name, Body>,
  machine: Machine<FaultPoint>,
): Promise<Result<OpenService<Name>, 'unusable_settings'>> {
  const opened = await openMigrated<JournalSchema>(
    journal.setting,
    `sqlite:${journal.file}`,
    JOURNAL_MIGRATIONS,
  );
  if (!opened.ok) return opened;
  const database = opened.value;
  // INVARIANT: what happens under one key happens in turn, which holds within one process alone.
  const held = holdAlone(resolve(REPOSITORY, journal.file), journal.waitMs);
  if (!held.ok) {
    await database.close();
    return fail('unusable_settings', `${journal.setting}: ${held.error.message}`);
  }
  const { clock } = machine;
  const key = await openServiceKey({ dir, kid: name, alg: 'ed25519', role: 'counterparty', clock });
  const http = createHttpClient();
  const { app, settleOpen } = await createAdapterApp(
    {
      ...machine,
      journal: createJournal(database),
      signer: key,
      key: () => readServiceEntry(dir, name),
      brokerSecret: await readSecret({ dir, name: 'broker.secret', fromEnv: undefined }),
      writable: createWriteProbe(database),
    },
    await provider(http),
  );
  await watchDatabase(app.watch, database);
  const jobs = createJobWatch({ log: machine.log });
  watchJobs(app.watch, jobs);
  const onError = (error: unknown) => machine.log.error({ err: error }, 'cannot look up what is open');
  const look = every(LOOK_MS, jobs.job('look_up', onError), settleOpen);
  const apps = { [name]: app } as Readonly<Record<Name, typeof app>>;
  return {
    ok: true,
    value: {
      apps,
      start: () => look.start(),
      async close() {
        await look.stop();
        http.close();
        await database.close();
        held.value.release();
      },
    },
  };
}
