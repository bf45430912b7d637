import { formatInstant } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { createHttpClient } from '@common/kit/http/client';
import { getPublic } from '@common/kit/http/get-public';
import type { Machine, OpenService } from '@common/kit/service';
import { trustedProxiesOf } from '@common/kit/service/settings';
import { consoleOriginOf } from '@platform/keys/console-origin';
import { pluginOfProfile, watchOwnPlugins } from '@platform/keys/plugin-folders';
import { pluginPlaces } from '@platform/keys/plugin-settings';
import { isLoopback } from './access/loopback.ts';
import { currentReader } from './access/reader.ts';
import { createAgentTokens } from './adapters/agent-tokens.ts';
import { createServiceQuestion } from './adapters/ask-services.ts';
import { readCertificates } from './adapters/certificates.ts';
import { readEvidenceChecker } from './adapters/evidence-checker.ts';
import { createHttpAuthority } from './adapters/http-authority.ts';
import { createHttpGateway } from './adapters/http-gateway.ts';
import { readVenueTexts } from './adapters/venue-files.ts';
import { createApp } from './app.ts';
import { PAGES_CONFIG, type PagesSettings } from './config.ts';

/** Longer than the gateway may take, so that the gateway itself says how a chat ended. */
const CHAT_MS = 900_000;
/**
 * How much one page reads of one list. Many people read at once, and everything is in memory until it is
 * sent.
 */
const LIST_BYTES = 32 * 1_048_576;

const SECRET_BYTES = 32;
/** What a client says of itself at its own address. */
const DESCRIPTION = { timeoutMs: 3_000, maxBytes: 65_536 };

export const CONSOLE = {
  name: 'console',
  config: PAGES_CONFIG,
  listeners: { console: { host: 'CONSOLE_HOST', port: 'CONSOLE_PORT' } },
  open: openConsole,
} as const;

/** Opens the pages. They hold no signing key, and keep talks in memory alone. */
export async function openConsole(
  { config, secrets }: PagesSettings,
  { clock, log, randomBytes }: Machine,
): Promise<Result<OpenService<'console'>, 'unusable_settings'>> {
  const trustProxy = trustedProxiesOf(config.TRUST_PROXY);
  if (!trustProxy.ok) return trustProxy;
  const userHeader = config.CONSOLE_USER_HEADER ?? null;
  if (userHeader !== null && trustProxy.value === false) {
    const message =
      'CONSOLE_USER_HEADER: name the proxy that sets it in TRUST_PROXY, or anybody could send it themselves.';
    return fail('unusable_settings', message);
  }
  const evidenceChecker = await readEvidenceChecker(config.EVIDENCE_CHECKER);
  if (!evidenceChecker.ok) return evidenceChecker;
  const http = createHttpClient();
  const origin = consoleOriginOf(config);
  const agentTokens = createAgentTokens(config.SERVICE_KEYS_DIR, secrets.SERVICE_JWT_SECRET, clock);
  const plugins = watchOwnPlugins(pluginPlaces(config), nodeCrypto, log.warn.bind(log));
  const app = await createApp({
    trustProxy: trustProxy.value,
    userHeader,
    password: secrets.CONSOLE_PASSWORD ?? null,
    ...(config.CONSOLE_OPEN
      ? {}
      : {
          sessionSecret:
            secrets.CONSOLE_SESSION_SECRET ?? Buffer.from(randomBytes(SECRET_BYTES)).toString('hex'),
        }),
    authority: createHttpAuthority(config.AUTHORITY_URL, {
      http,
      listBytes: LIST_BYTES,
      readToken: () => currentReader()?.session ?? null,
    }),
    gateway: createHttpGateway({ http, baseUrl: config.GATEWAY_URL, chatMs: CHAT_MS }),
    tokenFor: agentTokens.forTalk,
    tokenIssuer: agentTokens.issuer,
    oauth:
      config.GATEWAY_MCP_URL === undefined
        ? null
        : {
            resource: config.GATEWAY_MCP_URL,
            agentSecret: agentTokens.secret,
            fetchPublic: (address) => getPublic(address, DESCRIPTION),
          },
    gatewayUrl: config.GATEWAY_URL.replace(/\/+$/, ''),
    chatAccess: {
      isOn: config.CONSOLE_CHAT,
      hasPassword: secrets.CONSOLE_PASSWORD !== undefined || userHeader !== null,
      isLocal: isLoopback(config.CONSOLE_HOST),
    },
    venues: readVenueTexts(config.VENUES_DIR),
    evidenceChecker: evidenceChecker.value,
    origin: () => origin,
    roots: readCertificates(config.ATTESTATION_ROOTS_DIR),
    manifestOf: (profile) => {
      const plugin = pluginOfProfile(plugins(), profile);
      return plugin.ok ? plugin.value.manifest : null;
    },
    connectorOf: (profile) => {
      const plugin = pluginOfProfile(plugins(), profile);
      return plugin.ok ? plugin.value.connector : null;
    },
    askServices: createServiceQuestion(http, {
      authority: config.AUTHORITY_URL,
      gateway: config.GATEWAY_URL,
      'enforcement point': config.PEP_URL,
    }),
    now: () => formatInstant(clock()),
    log,
    randomBytes,
    clock,
  });
  return ok({ apps: { console: app }, close: async () => http.close() });
}
