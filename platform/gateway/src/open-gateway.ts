import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import { measureSoftware } from '@common/kit/measure-software';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { nodeCrypto } from '@platform/proof/node';
import { baseAddresses } from '@platform/trust/base-addresses';
import { watchPlugins } from '@platform/trust/plugin-folders';
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
): Promise<
  Result<OpenService<'gateway'>, 'plugins_unusable' | 'manifest_contradictory' | 'unusable_settings'>
> {
  const { plugins, fault } = watchPlugins(config.PLUGINS_DIR, nodeCrypto)();
  if (fault !== null) return fail('plugins_unusable', fault);
  const catalogue = makeCatalogue([...plugins.values()].map(({ manifest }) => manifest));
  if (!catalogue.ok) return catalogue;
  const dir = config.SERVICE_KEYS_DIR;
  const jwtSecret = await readSecret({ dir, name: 'jwt.secret', fromEnv: secrets.SERVICE_JWT_SECRET });
  const ownSecret = await readSecret({
    dir,
    name: 'gateway.secret',
    fromEnv: secrets.SERVICE_GATEWAY_SECRET,
  });
  if (jwtSecret === ownSecret) {
    return fail(
      'unusable_settings',
      'SERVICE_JWT_SECRET and SERVICE_GATEWAY_SECRET are the same: whoever makes agents’ tokens could pose as the gateway. Set two.',
    );
  }
  const issueToken = createTokenIssuer(ownSecret, clock);
  const http = createHttpClient();
  const { AUTHORITY_URL, AUTHORITY_TIMEOUT_MS, PEP_URL, PEP_TIMEOUT_MS } = config;
  const app = await createApp({
    catalogue: catalogue.value,
    software: measureSoftware(join(import.meta.dirname, '..')),
    pluginHashes: new Map([...plugins].map(([name, { hash }]) => [name, hash])),
    authority: createHttpAuthority({
      ...{ http, issueToken },
      ...{ baseUrl: AUTHORITY_URL, timeoutMs: AUTHORITY_TIMEOUT_MS },
    }),
    pep: createHttpPep({ http, issueToken, baseUrl: PEP_URL, timeoutMs: PEP_TIMEOUT_MS }),
    baseUrl: baseUrlsOf(
      baseAddresses(
        [...plugins.values()].map(({ connector }) => connector),
        env,
      ),
      env,
    ),
    ownAccount: config.CHAT_ACCOUNT,
    jwtSecret,
    requireAgent: config.GATEWAY_REQUIRE_AGENT,
    tokenMaxAgeS: config.GATEWAY_TOKEN_MAX_AGE_S,
    handlerMs: PEP_TIMEOUT_MS + AUTHORITY_CALLS * AUTHORITY_TIMEOUT_MS,
    ...{ clock, randomBytes, log },
  });
  return ok({ apps: { gateway: app }, close: async () => http.close() });
}
