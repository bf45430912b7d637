import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `work` with a new empty folder and removes it afterwards, whether or not the work succeeds. */
export async function withTempDir<Value>(
  work: (directory: string) => Promise<Value> | Value,
): Promise<Value> {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-test-'));
  try {
    return await work(directory);
  } finally {
    await removeDirectory(directory);
  }
}

/**
 * A port of 127.0.0.1 that was free a moment ago. Another program may take it first: if a server can listen
 * on port 0 and report its port, prefer that.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}

/**
 * Removes a folder and its contents. Retries, because Windows keeps a process's files a while after its end.
 */
export async function removeDirectory(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
