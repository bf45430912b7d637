import { type ConfigSchema, path, type Settings, text } from '@common/kit/config';
import { hostSetting, logLevelSetting, POSTGRES_SETTINGS, portSetting } from '@common/kit/service/settings';

/** Every environment variable that the counterparties read. */
export const BANK_CONFIG = {
  BANK_HOST: hostSetting('of all'),
  BANK_PORT: portSetting(8003, 'Port of the bank'),
  RECIPIENT_PORT: portSetting(8004, 'Port of the recipient of records'),
  BROKER_PORT: portSetting(8005, 'Port of the broker'),
  BANK_DATABASE_URL: text({
    description: 'The bank’s books: `sqlite:<file>` or `postgres://...`. It may hold a password.',
    default: 'sqlite:var/platform/bank.sqlite',
    secret: true,
  }),
  RECIPIENT_DATABASE_URL: text({
    description: 'The recipient’s books, in a database of their own.',
    default: 'sqlite:var/platform/recipient.sqlite',
    secret: true,
  }),
  BROKER_DATABASE_URL: text({
    description: 'The broker’s books, in a database of their own.',
    default: 'sqlite:var/platform/broker.sqlite',
    secret: true,
  }),
  SERVICE_KEYS_DIR: path({
    description: 'Where the keys `bank`, `recipient` and `broker` are; they are created on the first start.',
    default: 'var/platform/keys',
  }),
  PEP_BROKER_SECRET: text({
    description:
      'Shared with the enforcement point: broker tokens are checked with it. Default: `broker.secret` in SERVICE_KEYS_DIR.',
    optional: true,
    secret: true,
  }),
  ...POSTGRES_SETTINGS,
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type BankSettings = Settings<typeof BANK_CONFIG>;
