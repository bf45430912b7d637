import { type ConfigSchema, integer, oneOf, onOff, path, readConfig, text } from '@common/kit/config';
import { logLevels } from '@common/kit/log';

/** Every environment variable that the authority reads; docs/reference/platform-config.md is generated from it. */
export const AUTHORITY_CONFIG = {
  AUTHORITY_HOST: text({ description: 'Address to listen at.', default: '127.0.0.1', minLength: 1 }),
  AUTHORITY_PORT: integer({
    description: 'Port to listen at; 0 takes a free one.',
    default: 8001,
    minimum: 0,
    maximum: 65_535,
  }),
  AUTHORITY_DATABASE_URL: text({
    description:
      'Where mandates, grants, receipts and the log are kept: `sqlite:<file>`, or `postgres://...` for several processes.',
    default: 'sqlite:var/platform/authority.sqlite',
    minLength: 1,
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
  LOG_LEVEL: oneOf(logLevels, { description: 'How much is logged.', default: 'info' }),
} satisfies ConfigSchema;

export function readAuthorityConfig(
  env: Readonly<Record<string, string | undefined>>,
  baseDirectory: string,
) {
  return readConfig(AUTHORITY_CONFIG, env, baseDirectory);
}
