import { execFile } from 'node:child_process';
import { appendFile, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { administer, end, launch, makeFiles } from './postgres-server.ts';

interface TestServer {
  readonly url: string;
  /** Ends it at once, like a machine that loses power. */
  kill(): Promise<void>;
}

interface ReplicatedPostgres extends AsyncDisposable {
  readonly primary: TestServer;
  readonly replica: TestServer;
  /** All replicas; `replica` is the first. */
  readonly replicas: readonly TestServer[];
  /** After the replica was killed, starts another server on its files, at another port. */
  startReplica(): Promise<TestServer>;
}

/**
 * As by default, a commit is in the log when others see it. A replica may allow no fewer senders than the server on
 * which its files were made.
 */
const REPLICATED = {
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '64MB',
  synchronous_commit: 'local',
};
const DATABASE = 'replicated';

/** A PostgreSQL server with an empty database, and streaming replicas of it. All end with their files. */
export async function startReplicatedPostgres(count = 1): Promise<ReplicatedPostgres> {
  const files = await makeFiles();
  const { directory, account, password } = files;
  const own = (path: string) => (account === undefined ? undefined : chown(path, account.uid, account.gid));
  const folders = Array.from({ length: count }, (_, index) => join(directory, `replica-${index + 1}`));
  const running: TestServer[] = [];
  const serve = async (folder: string): Promise<TestServer> => {
    const launched = await launch(files, folder, REPLICATED);
    const server = {
      url: launched.url(DATABASE),
      kill: () => end(launched.process, 'SIGQUIT').then(launched.forget),
    };
    running.push(server);
    return server;
  };
  // There is no pg_basebackup here. The files of a server that has never run are as good.
  const run = promisify(execFile);
  const as = { cwd: directory, ...account };
  for (const folder of folders) {
    await run('mkdir', ['-m', '700', folder], as);
    await run('cp', ['-a', join(directory, 'data'), join(folder, 'data')], as);
  }
  const primary = await serve(directory);
  await administer(
    Object.assign(new URL(primary.url), { pathname: '/postgres' }).href,
    `create database ${DATABASE}`,
  );
  const { hostname, port, username } = new URL(primary.url);
  for (const folder of folders) {
    const standby = join(folder, 'data', 'standby.signal');
    await writeFile(standby, '');
    await own(standby);
    await appendFile(
      join(folder, 'data', 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
  }
  const replicas = await Promise.all(folders.map(serve));
  for (const { url } of replicas) await connects(url);
  const [replica] = replicas;
  if (replica === undefined) throw new Error('there must be at least one replica');
  return {
    primary,
    replica,
    replicas,
    startReplica: () => serve(join(directory, 'replica-1')),
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((server) => server.kill()));
      await files.remove();
    },
  };
}

/** Returns once the replica has the database. */
async function connects(url: string): Promise<void> {
  for (;;) {
    try {
      return await administer(url, 'select 1');
    } catch (error) {
      if (!/does not exist/.test(String(error))) throw error;
      await setTimeout(20);
    }
  }
}
