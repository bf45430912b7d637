import { end, launch, makeFiles } from '@common/kit/testing/postgres-server';
import { openLine } from './line.ts';

/** A PostgreSQL server that stays at its address when it is stopped and started again. */
export interface TestServer {
  /** Its own address, beside the line that services use. */
  readonly url: (database: string) => string;
  /** The address for services. */
  readonly address: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function openServer(): Promise<TestServer> {
  const files = await makeFiles();
  const line = await openLine();
  const settings = { max_connections: '200' };
  let launched = await launch(files, files.directory, settings);
  const aim = () => line.aim(Number(new URL(launched.url('postgres')).port));
  aim();
  const address = new URL(launched.url('postgres'));
  address.port = String(line.port);
  const stop = async () => {
    // The server tells its clients before it ends, as the one of an operator does.
    await end(launched.process, 'SIGINT');
    launched.forget();
    await line.set('refused');
  };
  return {
    url: (database) => launched.url(database),
    address: address.href,
    stop,
    async start() {
      launched = await launch(files, files.directory, settings);
      aim();
      await line.set('open');
    },
    async close() {
      await end(launched.process, 'SIGQUIT');
      launched.forget();
      await line.close();
      await files.remove();
    },
  };
}
