import { startPostgresServer } from '@common/kit/testing/postgres-server';
import pg from 'pg';
import { cpuMsOf } from '../support/cpu.ts';
import type { ServerWork } from './subject.ts';

/** A database server whose work is measured with that of the services. */
export interface MeasuredServer extends AsyncDisposable {
  readonly address: string;
  readonly work: () => Promise<ServerWork>;
}

/** Tests throw their data away; here every commit waits for the disk. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '128MB' };
/** What `npm test` sets for its one server: the deployments of this process then use ours. */
const ADDRESS = 'SANAD_TEST_POSTGRES';

/** Call this before the first import of a module that makes databases: it reads the address when it is loaded. */
export async function openMeasuredServer(): Promise<MeasuredServer> {
  const server = await startPostgresServer(DURABLE);
  const address = server.url('postgres');
  process.env[ADDRESS] = address;
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return {
    address,
    async work() {
      const { rows } = await client.query<{ pids: number[]; commits: string; bytes: string }>(
        `select pg_snapshot_xmax(pg_current_snapshot())::text as commits,
                (pg_current_wal_insert_lsn() - '0/0')::text as bytes,
                array(select pid from pg_stat_activity where pid <> pg_backend_pid()) as pids`,
      );
      const [{ pids, commits, bytes } = { pids: [], commits: '', bytes: '' }] = rows;
      // A backend that has just ended counts for nothing.
      const cpuMs = pids.reduce((sum, pid) => sum + (cpuMsOf(pid) || 0), 0);
      return { cpuMs, commits: Number(commits), writtenBytes: Number(bytes) };
    },
    async [Symbol.asyncDispose]() {
      await client.end();
      await server.stop();
    },
  };
}
