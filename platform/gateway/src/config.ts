import { type ConfigSchema, integer, onOff, path, type Settings, text, url } from '@common/kit/config';
import { hostSetting, logLevelSetting, POSTGRES_SETTINGS, portSetting } from '@common/kit/service/settings';
import { CONSOLE_ADDRESS, MCP_OAUTH } from '@platform/keys/console-origin';
import { PLUGIN_SETTINGS } from '@platform/keys/plugin-settings';

/** The gateway's environment variables, from which docs/reference/platform-config.md is generated. */
export const GATEWAY_CONFIG = {
  GATEWAY_HOST: hostSetting(),
  GATEWAY_PORT: portSetting(8000),
  AUTHORITY_URL: url({
    description: 'Where proposals are decided and events are recorded.',
    default: 'http://127.0.0.1:8001',
  }),
  PEP_URL: url({ description: 'The enforcement point.', default: 'http://127.0.0.1:8002' }),
  GATEWAY_DATABASE_URL: text({
    description:
      'What the authority has shown of its log and of revocations: `sqlite:<file>`, or `postgres://...` for several processes. It may hold a password.',
    default: 'sqlite:var/platform/gateway.sqlite',
    secret: true,
  }),
  CHAT_ACCOUNT: text({
    description: 'The account that “my balance” means in a chat; without one the agent asks which.',
    default: 'acct_operating',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]*$',
    maxLength: 128,
  }),
  MODEL_BASE_URL: url({
    description:
      'A chat-completions server up to and with its version, such as `https://models.example/v1`: its model answers chat. Without one, the script does.',
    optional: true,
  }),
  MODEL_NAME: text({
    description: 'The model to ask for there, and its name for callers. Needed with MODEL_BASE_URL.',
    optional: true,
    maxLength: 200,
  }),
  MODEL_API_KEY: text({
    description: 'Sent to MODEL_BASE_URL as a bearer token.',
    optional: true,
    pattern: '^[\\x21-\\x7e]+$',
    expected: 'printable characters without spaces',
    maxLength: 4_096,
    secret: true,
  }),
  MODEL_TIMEOUT_MS: integer({
    description: 'How long one chat with the model may take, with all its turns and calls of tools.',
    default: 120_000,
    minimum: 1,
    maximum: 600_000,
  }),
  AUTHORITY_TIMEOUT_MS: integer({
    description: 'How long the authority may take to answer.',
    default: 10_000,
    minimum: 1,
    maximum: 120_000,
  }),
  PEP_TIMEOUT_MS: integer({
    description:
      'How long the enforcement point may take to answer; after that the result is `unknown`. Longer than the connectors’ timeouts.',
    default: 60_000,
    minimum: 1,
    maximum: 300_000,
  }),
  ...PLUGIN_SETTINGS,
  SERVICE_KEYS_DIR: path({
    description: 'Where jwt.secret and gateway.secret are, for a deployment that does not set them.',
    default: 'var/platform/keys',
  }),
  SERVICE_JWT_SECRET: text({
    description:
      'HS256 secret for agents’ tokens, which only the gateway reads. Default: the file jwt.secret.',
    optional: true,
    minLength: 16,
    secret: true,
  }),
  SERVICE_GATEWAY_SECRET: text({
    description:
      'Secret for the gateway’s own calls to authority and enforcement point; must differ from SERVICE_JWT_SECRET. Default: the file gateway.secret.',
    optional: true,
    minLength: 16,
    secret: true,
  }),
  GATEWAY_REQUIRE_AGENT: onOff({
    description: 'Refuse agents’ tokens that do not name their agent.',
    default: false,
  }),
  GATEWAY_TOKEN_MAX_AGE_S: integer({
    description: 'Age at which an agent’s token without `exp` is refused, in seconds from its `iat`.',
    default: 86_400,
    minimum: 60,
    maximum: 31_536_000,
  }),
  ...CONSOLE_ADDRESS,
  ...MCP_OAUTH,
  ...POSTGRES_SETTINGS,
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type GatewaySettings = Settings<typeof GATEWAY_CONFIG>;

/**
 * Looks up an address that a manifest's tool names by its variable: a counterparty's, or any other whose name
 * ends in _URL. INVARIANT: only variables that hold an address, so that a manifest cannot bring a secret into
 * an action.
 */
export function baseUrlsOf(
  counterparties: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): (name: string) => string | undefined {
  return (name) => {
    if (!name.endsWith('_URL') || name.includes('DATABASE')) return undefined;
    return Object.hasOwn(counterparties, name) ? counterparties[name] : env[name];
  };
}
