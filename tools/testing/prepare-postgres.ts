/** All files of a run have their pools on this server at once. */
const SETTINGS = { max_connections: '400', shared_buffers: '64MB' };

/** Starts one PostgreSQL server for all test files. Each file has its own databases. */
export const POSTGRES = {
  name: 'PostgreSQL',
  neededBy: 'common/kit/src/testing/postgres.ts',
  async prepare(_folder: string) {
    const { startPostgresServer } = await import('@common/kit/testing/postgres-server');
    const { url, stop } = await startPostgresServer(SETTINGS);
    return { env: { SANAD_TEST_POSTGRES: url('postgres') }, close: stop };
  },
};
