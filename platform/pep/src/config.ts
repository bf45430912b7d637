import { type ConfigSchema, integer, path, type Settings, text, url } from '@common/kit/config';
import { hostSetting, logLevelSetting, POSTGRES_SETTINGS, portSetting } from '@common/kit/service/settings';
import { CLOUD_SETTINGS } from '@platform/keys/cloud-settings';
import { CONSOLE_ADDRESS } from '@platform/keys/console-origin';

/** Every environment variable of the enforcement point, except those that connectors and profiles name. */
export const PEP_CONFIG = {
  PEP_HOST: hostSetting(),
  PEP_PORT: portSetting(8002),
  PEP_DATABASE_URL: text({
    description:
      'The intent log: `sqlite:<file>`, or `postgres://...` for several processes. It may hold a password.',
    default: 'sqlite:var/platform/pep.sqlite',
    secret: true,
  }),
  AUTHORITY_URL: url({
    description: 'Where grants are redeemed and evidence is sent.',
    default: 'http://127.0.0.1:8001',
  }),
  SERVICE_KEYS_DIR: path({
    description: 'Where `pep.pem` is, and all parties’ public keys in `public/`.',
    default: 'var/platform/keys',
  }),
  PROFILES_DIR: path({ description: 'The signed profiles in force.', default: 'var/platform/profiles' }),
  PLUGINS_DIR: path({ description: 'Plugins: `<plugin>/connector.json`.', default: 'platform/plugins' }),
  SERVICE_VENUE: text({
    description: 'Id of this venue, in every decision and receipt.',
    default: 'local',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]{0,127}$',
    expected: 'letters, digits and _ . @ -',
  }),
  ...CLOUD_SETTINGS,
  PEP_BROKER_SECRET: text({
    description:
      'Shared with the counterparties: broker tokens are made with it. Default: `broker.secret` in SERVICE_KEYS_DIR.',
    optional: true,
    secret: true,
  }),
  SERVICE_GATEWAY_SECRET: text({
    description:
      'Secret for the gateway’s tokens, the same as the gateway’s. Default: `gateway.secret` in SERVICE_KEYS_DIR.',
    optional: true,
    secret: true,
    minLength: 16,
  }),
  PEP_RECONCILE_MS: integer({
    description:
      'How often to look for unfinished executions, and the first pause between two attempts at one, in milliseconds.',
    default: 2_000,
    minimum: 50,
    maximum: 3_600_000,
  }),
  PEP_LEASE_MS: integer({
    description:
      'How long an execution stays with a process that gives no sign of life before another process takes it over, in milliseconds.',
    default: 5_000,
    minimum: 100,
    maximum: 600_000,
  }),
  PEP_ASK_FOR_S: integer({
    description:
      'How long a counterparty is asked what became of a call that it did not answer, in seconds. After that, the mandate’s principal must decide (`sanad grant settle`).',
    default: 3_600,
    minimum: 1,
    maximum: 30 * 86_400,
  }),
  ...CONSOLE_ADDRESS,
  ...POSTGRES_SETTINGS,
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type PepSettings = Settings<typeof PEP_CONFIG>;
