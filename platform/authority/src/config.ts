import { type ConfigSchema, onOff, path, type Settings, text } from '@common/kit/config';
import { hostSetting, logLevelSetting, portSetting } from '@common/kit/service/settings';

/** Every environment variable that the authority reads; docs/reference/platform-config.md is generated from it. */
export const AUTHORITY_CONFIG = {
  AUTHORITY_HOST: hostSetting(),
  AUTHORITY_PORT: portSetting(8001),
  AUTHORITY_DATABASE_URL: text({
    description:
      'Where mandates, grants, receipts and the log are kept: `sqlite:<file>`, or `postgres://...` for several processes.',
    default: 'sqlite:var/platform/authority.sqlite',
    secret: true,
  }),
  SERVICE_KEYS_DIR: path({
    description: 'Keys of the services, and the public keys of all parties in `public/`.',
    default: 'var/platform/keys',
  }),
  PROFILES_DIR: path({ description: 'Signed profiles in force.', default: 'var/platform/profiles' }),
  PLUGINS_DIR: path({ description: 'Plugins: one folder each.', default: 'platform/plugins' }),
  MANDATES_DIR: path({
    description: 'Signed mandates that are registered at the start, where they are not yet.',
    default: 'var/platform/mandates',
  }),
  RECEIPTS_DIR: path({ description: 'Where receipts are also written as files.', default: 'out' }),
  SERVICE_JWT_SECRET: text({
    description:
      'Secret of the tokens of agents and of the gateway. Without it, one is made in SERVICE_KEYS_DIR.',
    optional: true,
    secret: true,
    minLength: 16,
  }),
  SERVICE_VENUE: text({
    description: 'Name of the venue, which receipts carry.',
    default: 'local',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.@-]*$',
    maxLength: 128,
  }),
  SERVICE_REKOR: onOff({
    description: 'Posting tree heads to an external log. Not built yet: on is refused at the start.',
    default: false,
  }),
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type AuthoritySettings = Settings<typeof AUTHORITY_CONFIG>;
