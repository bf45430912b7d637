import { ok, type Result } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { readPluginManifests } from '@platform/trust/plugin-manifests';
import { createTokenIssuer } from '@platform/trust/service-token';
import { createHttpAuthority } from './adapters/http-authority.ts';
import { createHttpPep } from './adapters/http-pep.ts';
import { createApp } from './app.ts';
import { baseUrlsOf, type GatewaySettings } from './config.ts';
import { makeCatalogue } from './use-cases/catalogue.ts';

/** A call asks the authority at most this many times, and the enforcement point once. */
const AUTHORITY_CALLS = 4;

/** Reads the plugins and the secret of tokens; asks no other service. */
export async function openGateway(
  { config, secrets }: GatewaySettings,
  { clock, randomBytes, log, env }: Machine,
): Promise<Result<OpenService<'gateway'>, 'plugins_unusable' | 'manifest_contradictory'>> {
  const manifests = await readPluginManifests(config.PLUGINS_DIR);
  if (!manifests.ok) return manifests;
  const catalogue = makeCatalogue(manifests.value);
  if (!catalogue.ok) return catalogue;
  const secret = await readSecret({
    dir: config.SERVICE_KEYS_DIR,
    name: 'jwt.secret',
    fromEnv: secrets.SERVICE_JWT_SECRET,
  });
  const issueToken = createTokenIssuer(secret, clock);
  const http = createHttpClient();
  const { AUTHORITY_URL, AUTHORITY_TIMEOUT_MS, PEP_URL, PEP_TIMEOUT_MS } = config;
  const app = await createApp({
    catalogue: catalogue.value,
    authority: createHttpAuthority({
      ...{ http, issueToken },
      ...{ baseUrl: AUTHORITY_URL, timeoutMs: AUTHORITY_TIMEOUT_MS },
    }),
    pep: createHttpPep({ http, issueToken, baseUrl: PEP_URL, timeoutMs: PEP_TIMEOUT_MS }),
    baseUrl: baseUrlsOf(config, env),
    ownAccount: config.CHAT_ACCOUNT,
    jwtSecret: secret,
    handlerMs: PEP_TIMEOUT_MS + AUTHORITY_CALLS * AUTHORITY_TIMEOUT_MS,
    ...{ clock, randomBytes, log },
  });
  return ok({ apps: { gateway: app }, close: async () => http.close() });
}
