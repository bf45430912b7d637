import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpClient, type HttpClient } from '@common/kit/http/client';
import { measureSoftware } from '@common/kit/measure-software';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { postgresOptions } from '@common/kit/service/settings';
import type { Database } from '@common/kit/sql/database';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { rememberGood } from '@platform/core/log/remembered';
import type { LogContinuation } from '@platform/core/objects/log';
import { createKeyReader } from '@platform/core/signed/key-registry';
import { baseAddresses } from '@platform/keys/base-addresses';
import { claimForDeployment } from '@platform/keys/claim-database';
import { consoleOriginOf } from '@platform/keys/console-origin';
import { openDeploymentId } from '@platform/keys/deployment-id';
import { chooseEd25519 } from '@platform/keys/ed25519-library';
import { watchPublicKeys } from '@platform/keys/key-files/keys';
import { watchOwnPlugins } from '@platform/keys/plugin-folders';
import { pluginPlaces } from '@platform/keys/plugin-settings';
import { createReadTokens } from '@platform/keys/read-token';
import { createTokenIssuer } from '@platform/keys/service-token';
import { watchLog } from '@platform/keys/watch-parts';
import { type ContinuationQuery, createWitness } from '@platform/keys/witness';
import { createWitnessMemory, type WitnessSchema } from '@platform/keys/witness/memory';
import { createHttpAuthority } from './adapters/http-authority.ts';
import { createHttpModel } from './adapters/http-model.ts';
import { createHttpPep } from './adapters/http-pep.ts';
import { createApp } from './app.ts';
import { baseUrlsOf, GATEWAY_CONFIG, type GatewaySettings } from './config.ts';
import { MIGRATIONS } from './store/migrations.ts';
import { makeCatalogue } from './use-cases/catalogue.ts';
import type { Model } from './use-cases/model/model.ts';
import { RESERVED_MODELS } from './use-cases/served-models.ts';
import type { Authority } from './use-cases/upstreams.ts';

/** One tool call makes at most this many calls to the authority, and one to the enforcement point. */
const AUTHORITY_CALLS = 6;

export const GATEWAY = {
  name: 'gateway',
  config: GATEWAY_CONFIG,
  listeners: { gateway: { host: 'GATEWAY_HOST', port: 'GATEWAY_PORT' } },
  open: openGateway,
} as const;

/** Reads the plugins and the secrets of tokens, and opens the memory of the log. It asks no other service. */
export async function openGateway(
  { config, secrets }: GatewaySettings,
  { clock, randomBytes, log, env }: Machine,
): Promise<
  Result<OpenService<'gateway'>, 'plugins_unusable' | 'manifest_contradictory' | 'unusable_settings'>
> {
  chooseEd25519(log);
  const { plugins, fault } = watchOwnPlugins(pluginPlaces(config), nodeCrypto, log.warn.bind(log))();
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
      'SERVICE_JWT_SECRET and SERVICE_GATEWAY_SECRET are the same: anyone who makes agents’ tokens could pose as the gateway. Set two.',
    );
  }
  const http = createHttpClient();
  const model = openModel({ config, secrets }, http);
  if (!model.ok) return model;
  const deployment = await openDeploymentId(dir);
  const memory = await openMemory({ config, secrets }, deployment);
  if (!memory.ok) return memory;
  const issueToken = createTokenIssuer(ownSecret, clock);
  const { AUTHORITY_URL, AUTHORITY_TIMEOUT_MS, PEP_URL, PEP_TIMEOUT_MS } = config;
  const authority = createHttpAuthority({
    http,
    issueToken,
    baseUrl: AUTHORITY_URL,
    timeoutMs: AUTHORITY_TIMEOUT_MS,
    readToken: createReadTokens(ownSecret, clock),
  });
  const warn = (fields: Readonly<Record<string, unknown>>, message: string) => log.warn(fields, message);
  const witness = createWitness({
    // One head comes with several answers.
    crypto: rememberGood(nodeCrypto),
    memory: createWitnessMemory(memory.value),
    warn,
    keys: createKeyReader(nodeCrypto, deployment, watchPublicKeys(dir), (kid, why) =>
      warn({ kid, why }, 'public key refused'),
    ),
    ask: (query) => askContinuation(authority, query),
  });
  const app = await createApp({
    catalogue: catalogue.value,
    software: ownSoftware(),
    pluginHashes: new Map([...plugins].map(([name, { hash }]) => [name, hash])),
    authority,
    witness,
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
    model: model.value,
    consoleOrigin: consoleOriginOf(config),
    mcpUrl: config.GATEWAY_MCP_URL ?? null,
    monotonicMs: () => performance.now(),
    clock,
    randomBytes,
    log,
  });
  await watchDatabase(app.watch, memory.value);
  watchLog(app.watch, witness);
  return ok({
    apps: { gateway: app },
    async close() {
      http.close();
      // What cannot be written now is seen again after the next start.
      await Promise.allSettled([witness.settle()]);
      await memory.value.close();
    },
  });
}

let software: string | undefined;

/** Measures the code as this process loaded it: a later version on the disk does not run here. */
function ownSoftware(): string {
  software ??= measureSoftware(join(import.meta.dirname, '..'));
  return software;
}

/** Opens the language model that the settings name; null if they name none. */
function openModel(
  { config, secrets }: GatewaySettings,
  http: HttpClient,
): Result<Model | null, 'unusable_settings'> {
  const { MODEL_BASE_URL: baseUrl, MODEL_NAME: name, MODEL_TIMEOUT_MS: chatMs } = config;
  if (baseUrl === undefined && name === undefined) return ok(null);
  if (baseUrl === undefined || name === undefined) {
    return fail('unusable_settings', 'MODEL_BASE_URL and MODEL_NAME belong together: set both or neither.');
  }
  if (RESERVED_MODELS.includes(name)) {
    return fail('unusable_settings', `MODEL_NAME must not be ${name}, which has a meaning here.`);
  }
  const { username, password, search, hash } = new URL(baseUrl);
  if (`${username}${password}${search}${hash}` !== '') {
    return fail(
      'unusable_settings',
      'MODEL_BASE_URL must be an address and a path only: no user, no query. A key belongs in MODEL_API_KEY.',
    );
  }
  return ok(createHttpModel({ http, baseUrl, name, apiKey: secrets.MODEL_API_KEY, chatMs }));
}

/** Opens the memory of what the authority has shown. It belongs to this deployment alone. */
async function openMemory(
  { config, secrets }: GatewaySettings,
  deployment: string,
): Promise<Result<Database<WitnessSchema>, 'unusable_settings'>> {
  const opened = await openMigrated<WitnessSchema>(
    'GATEWAY_DATABASE_URL',
    secrets.GATEWAY_DATABASE_URL,
    MIGRATIONS,
    postgresOptions(config, 'gateway'),
  );
  if (!opened.ok) return opened;
  const claimed = await claimForDeployment('GATEWAY_DATABASE_URL', opened.value, deployment);
  if (claimed.ok) return opened;
  await opened.value.close();
  return claimed;
}

/** Asks the authority to continue the log. This only reads, so a failure means that nothing was done. */
async function askContinuation(
  authority: Authority,
  query: ContinuationQuery,
): Promise<Result<LogContinuation, 'authority_unavailable'>> {
  const answer = await authority.continuation(query);
  if (answer.ok) return ok(answer.value);
  return fail('authority_unavailable', `${answer.error.message} Nothing was done; try again later.`);
}
