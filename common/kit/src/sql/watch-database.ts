import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FAILURES, failureCodeOf } from '../failures.ts';
import type { ReadinessAnswer } from '../telemetry/readiness.ts';
import type { Watch } from '../telemetry/watching.ts';
import type { Database } from './database.ts';
import { createWriteProbe, fileOf, LEAST_FREE_BYTES } from './write-probe.ts';

const MIB = 1_048_576;

/**
 * Adds the check `database` (it answers and accepts writes) and, for a SQLite file, the check `disk` with a
 * metric of its free bytes. A PostgreSQL server's disk cannot be seen from here; its own metrics show it.
 */
export async function watchDatabase<Schema>(watch: Watch, database: Database<Schema>): Promise<void> {
  const { metrics, readiness, settings } = watch;
  const probe = createWriteProbe(database);
  readiness.add('database', async (): Promise<ReadinessAnswer> => {
    try {
      const writes = await probe();
      return writes.ok ? { state: 'ok' } : { state: 'fail', message: writes.error.message };
    } catch (error) {
      const code = failureCodeOf(error);
      if (code === null) throw error;
      return { state: 'fail', message: FAILURES[code].message };
    }
  });
  const file = database.engine === 'sqlite' ? await fileOf(database) : '';
  if (file === '') return;
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  };
  metrics.gauge('service_disk_free_bytes', 'Free bytes on the disk of the database.', freeBytes);
  readiness.add('disk', async () => diskState(await freeBytes(), settings().diskLowBytes));
}

function diskState(free: number, lowBytes: number): ReadinessAnswer {
  const left = `${Math.floor(free / MIB)} MiB are free on the disk of the database`;
  if (free < LEAST_FREE_BYTES) return { state: 'fail', message: `${left}: free some space now.` };
  if (free >= lowBytes) return { state: 'ok' };
  return {
    state: 'warn',
    message: `${left}, less than ${lowBytes / MIB} (DISK_LOW_MB): free some space soon.`,
  };
}
