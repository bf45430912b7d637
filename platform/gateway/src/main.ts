import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createHttpClient } from '@common/kit/http/client';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/log';
import { readSecret } from '@common/kit/secret-file';
import { createTokenIssuer } from '@platform/trust/service-token';
import { createHttpAuthority } from './adapters/http-authority.ts';
import { createHttpPep } from './adapters/http-pep.ts';
import { createApp } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { openPlugins } from './open-plugins.ts';

/** Exit code of settings that cannot be used (EX_CONFIG of sysexits). */
const UNUSABLE_SETTINGS = 78;
/** A call asks the authority at most this often, and the enforcement point once. */
const AUTHORITY_CALLS = 4;
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

const settings = readGatewayConfig(process.env, REPOSITORY);
if (!settings.ok) refuseStart(settings.error.message);
const { config, secrets } = settings.value;
const plugins = await openPlugins(config.PLUGINS_DIR);
if (!plugins.ok) refuseStart(plugins.error.message);
const secret = await readSecret({
  dir: config.SERVICE_KEYS_DIR,
  name: 'jwt.secret',
  fromEnv: secrets.SERVICE_JWT_SECRET,
}).catch(refuseStart);
const issueToken = createTokenIssuer(secret, Date.now);
const http = createHttpClient();
const app = await createApp({
  catalogue: plugins.value,
  authority: createHttpAuthority({
    http,
    baseUrl: config.AUTHORITY_URL,
    timeoutMs: config.AUTHORITY_TIMEOUT_MS,
    issueToken,
  }),
  pep: createHttpPep({ http, baseUrl: config.PEP_URL, timeoutMs: config.PEP_TIMEOUT_MS, issueToken }),
  baseUrl,
  ownAccount: config.CHAT_ACCOUNT,
  jwtSecret: secret,
  clock: Date.now,
  randomBytes,
  handlerMs: config.PEP_TIMEOUT_MS + AUTHORITY_CALLS * config.AUTHORITY_TIMEOUT_MS,
  log: createLog({ level: config.LOG_LEVEL, name: 'gateway' }),
});
const listening = await listen(app, {
  host: config.GATEWAY_HOST,
  port: config.GATEWAY_PORT,
  signals: process,
}).catch(refuseStart);
process.stdout.write(`gateway ready at ${listening.url} (docs at ${listening.url}/docs)\n`);
await listening.closed;
http.close();

/** INVARIANT: only variables that hold an address: a manifest can bring no secret into an action. */
function baseUrl(name: string): string | undefined {
  if (name === 'BANK_URL') return config.BANK_URL;
  if (name === 'RECIPIENT_URL') return config.RECIPIENT_URL;
  return name.endsWith('_URL') && !name.includes('DATABASE') ? process.env[name] : undefined;
}

function refuseStart(reason: unknown): never {
  const message = reason instanceof Error ? reason.message : String(reason);
  process.stderr.write(`gateway: ${message}\n`);
  process.exit(UNUSABLE_SETTINGS);
}
