import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { freePorts } from '@common/kit/testing/free-ports';
import { spawnService } from '@common/kit/testing/service';
import { useBrowser } from '@common/web/testing/browser';
import { useDeployment } from '../support/use-deployment.ts';

let port = 0;

export const browser = useBrowser();

/** Services that know where the console is, and the console. */
export const used = useDeployment(
  async () => {
    [port = 0] = await freePorts(1);
    const env = { CONSOLE_PORT: String(port) };
    return { env: { authority: env, pep: env, gateway: env } };
  },
  async ({ d: { folder, folders, urls, secrets } }, t) => {
    const service = await spawnService({
      entry: join(REPOSITORY, 'platform/console/src/main.ts'),
      cwd: folder,
      env: {
        CONSOLE_PORT: String(port),
        AUTHORITY_URL: urls.authority,
        GATEWAY_URL: urls.gateway,
        PEP_URL: urls.pep,
        PLUGINS_DIR: folders.plugins,
        SERVICE_KEYS_DIR: folders.keys,
        SERVICE_JWT_SECRET: secrets.jwt,
        LOG_LEVEL: 'warn',
      },
      ready: /^\S+ ready at \S+/m,
      timeoutMs: 60_000,
    });
    t.after(async () => void (await service.stop()));
  },
);

/** As people open the console, and passkeys know it. */
export const consoleUrl = () => `http://localhost:${port}`;
