import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { createHttpApp, type HttpApp, type HttpAppOptions } from '../http/app.ts';
import { createLog } from '../telemetry/log.ts';

interface TestApp {
  readonly app: HttpApp;
  /** The log lines so far. */
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
}

/** Makes an app without routes and closes it at the end of the test. */
export async function makeApp(t: TestContext, options: Partial<HttpAppOptions> = {}): Promise<TestApp> {
  let written = '';
  const destination = {
    write: (line: string) => {
      written += line;
    },
  };
  const app = await createHttpApp({
    name: 'Test service',
    version: '0.3.0',
    description: 'A service for tests.',
    log: createLog({ level: 'info', destination }),
    randomBytes,
    ...options,
  });
  t.after(() => app.close());
  const lines = () =>
    written
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { app, lines };
}
