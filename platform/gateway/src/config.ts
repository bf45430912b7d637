import { type ConfigSchema, integer, oneOf, path, readConfig, text, url } from '@common/kit/config';
import { logLevels } from '@common/kit/log';

/** Every environment variable that the gateway reads; docs/reference/platform-config.md is generated from it. */
export const GATEWAY_CONFIG = {
  GATEWAY_HOST: text({ description: 'Address to listen at.', default: '127.0.0.1', minLength: 1 }),
  GATEWAY_PORT: integer({
    description: 'Port to listen at; 0 takes a free one.',
    default: 8000,
    minimum: 0,
    maximum: 65_535,
  }),
  AUTHORITY_URL: url({
    description: 'Where proposals are decided and events are recorded.',
    default: 'http://127.0.0.1:8001',
  }),
  PEP_URL: url({ description: 'The enforcement point.', default: 'http://127.0.0.1:8002' }),
  BANK_URL: url({
    description:
      'The bank, for addresses in the tools of manifests. Other such variables, which end in _URL, are read too.',
    default: 'http://127.0.0.1:8003',
  }),
  RECIPIENT_URL: url({
    description: 'The recipient of records, likewise.',
    default: 'http://127.0.0.1:8004',
  }),
  CHAT_ACCOUNT: text({
    description: 'The account that “my balance” means in a chat; without one the agent asks which.',
    default: 'acct_operating',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]*$',
    maxLength: 128,
  }),
  AUTHORITY_TIMEOUT_MS: integer({
    description: 'How long the authority may take to answer.',
    default: 10_000,
    minimum: 1,
    maximum: 120_000,
  }),
  PEP_TIMEOUT_MS: integer({
    description:
      'How long the enforcement point may take to answer; then the result is `unknown`. Longer than the timeouts of the connectors.',
    default: 60_000,
    minimum: 1,
    maximum: 300_000,
  }),
  PLUGINS_DIR: path({ description: 'Plugins: <name>/manifest.json.', default: 'platform/plugins' }),
  SERVICE_KEYS_DIR: path({
    description: 'Where jwt.secret lies, for a deployment that sets no SERVICE_JWT_SECRET.',
    default: 'var/platform/keys',
  }),
  SERVICE_JWT_SECRET: text({
    description: 'HS256 secret of agent tokens and of the gateway’s own. Default: the file jwt.secret.',
    optional: true,
    minLength: 16,
    secret: true,
  }),
  LOG_LEVEL: oneOf(logLevels, { description: 'How much is logged.', default: 'info' }),
} satisfies ConfigSchema;

export function readGatewayConfig(env: Readonly<Record<string, string | undefined>>, baseDirectory: string) {
  return readConfig(GATEWAY_CONFIG, env, baseDirectory);
}
