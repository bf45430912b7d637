import { type ConfigSchema, integer, oneOf, path, readConfig, text } from '@common/kit/config';
import { logLevels } from '@common/kit/log';

/** Every environment variable that the two counterparties read. */
export const BANK_CONFIG = {
  BANK_HOST: text({ description: 'Address to listen at, of both.', default: '127.0.0.1', minLength: 1 }),
  BANK_PORT: integer({
    description: 'Port of the bank; 0 takes a free one.',
    default: 8003,
    minimum: 0,
    maximum: 65_535,
  }),
  RECIPIENT_PORT: integer({
    description: 'Port of the recipient of records; 0 takes a free one.',
    default: 8004,
    minimum: 0,
    maximum: 65_535,
  }),
  BANK_DATABASE_URL: text({
    description: 'The bank’s books: `sqlite:<file>` or `postgres://...`. It may hold a password.',
    default: 'sqlite:var/platform/bank.sqlite',
    minLength: 1,
    secret: true,
  }),
  RECIPIENT_DATABASE_URL: text({
    description: 'The recipient’s books, in a database of their own.',
    default: 'sqlite:var/platform/recipient.sqlite',
    minLength: 1,
    secret: true,
  }),
  SERVICE_KEYS_DIR: path({
    description: 'Where the keys `bank` and `recipient` lie, and are made on the first start.',
    default: 'var/platform/keys',
  }),
  PEP_BROKER_SECRET: text({
    description:
      'Shared with the enforcement point: broker tokens are checked with it. Without one, `broker.secret` in SERVICE_KEYS_DIR is used.',
    optional: true,
    secret: true,
  }),
  LOG_LEVEL: oneOf(logLevels, { description: 'How much is logged.', default: 'info' }),
} satisfies ConfigSchema;

export function readBankConfig(env: Readonly<Record<string, string | undefined>>, baseDirectory: string) {
  return readConfig(BANK_CONFIG, env, baseDirectory);
}
