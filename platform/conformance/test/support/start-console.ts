import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { freePorts } from '@common/kit/testing/free-ports';
import { spawnService } from '@common/kit/testing/service';
import type { Deployment } from '../../deployment.ts';

/** The console as `npm start` runs it, on this deployment, with further variables; its address. */
export async function startConsole(
  t: TestContext,
  { folder, folders, urls, secrets }: Deployment,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const [port] = await freePorts(1);
  const service = await spawnService({
    entry: join(REPOSITORY, 'platform/console/src/main.ts'),
    cwd: folder,
    env: {
      CONSOLE_PORT: String(port),
      AUTHORITY_URL: urls.authority,
      GATEWAY_URL: urls.gateway,
      PEP_URL: urls.pep,
      PLUGINS_DIR: join(REPOSITORY, 'platform/plugins'),
      SERVICE_KEYS_DIR: folders.keys,
      SERVICE_JWT_SECRET: secrets.jwt,
      LOG_LEVEL: 'warn',
      ...env,
    },
    ready: /^\S+ ready at \S+/m,
  });
  t.after(() => service.stop());
  return `http://localhost:${port}`;
}
