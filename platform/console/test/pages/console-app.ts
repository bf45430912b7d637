import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { createLog } from '@common/kit/log';
import { type AppDeps, createApp } from '../../src/app.ts';
import { fakeAuthority } from './fake-authority.ts';

/** The console's pages as a test needs them, closed at the end of the test. */
export async function makeConsole(t: TestContext, given: Partial<AppDeps> = {}) {
  const log = createLog({ level: 'fatal' });
  const authority = fakeAuthority([]);
  const app = await createApp({ password: null, authority, venues: [], log, randomBytes, ...given });
  t.after(() => app.close());
  return app;
}

/** The same on a free port; its address. */
export async function serveConsole(t: TestContext, given: Partial<AppDeps> = {}): Promise<string> {
  const app = await makeConsole(t, given);
  return app.listen({ host: '127.0.0.1', port: 0 });
}
