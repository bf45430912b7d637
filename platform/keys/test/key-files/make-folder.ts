import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A keys folder that does not exist yet, removed at the end of the test. */
export async function makeFolder(t: TestContext): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'sanad-keys-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'keys');
}
