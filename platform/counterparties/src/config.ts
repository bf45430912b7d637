import { listed } from '@common/base/english';
import { type ConfigSchema, path, type Settings, text } from '@common/kit/config';
import { hostSetting, logLevelSetting, POSTGRES_SETTINGS, portSetting } from '@common/kit/service/settings';

/**
 * The mock counterparties. The name is that of the listener, of the key and of the database, and its settings begin
 * with it: `BANK_PORT`, `BANK_DATABASE_URL`.
 */
export const COUNTERPARTIES = {
  bank: {
    port: 8003,
    whose: 'Port of the bank',
    books: 'The bank’s books: `sqlite:<file>` or `postgres://...`. It may hold a password.',
  },
  recipient: {
    port: 8004,
    whose: 'Port of the recipient of records',
    books: 'The recipient’s books, in a database of their own.',
  },
  broker: {
    port: 8005,
    whose: 'Port of the broker',
    books: 'The broker’s books, in a database of their own.',
  },
} as const;

export type Counterparty = keyof typeof COUNTERPARTIES;

/** The names, in the order in which they start to listen. */
export const COUNTERPARTY_NAMES = Object.keys(COUNTERPARTIES) as readonly Counterparty[];

/** The names of a counterparty’s settings. */
export function settingsOf<Name extends Counterparty>(name: Name) {
  const prefix = name.toUpperCase() as Uppercase<Name>;
  return { port: `${prefix}_PORT`, books: `${prefix}_DATABASE_URL`, url: `${prefix}_URL` } as const;
}

type Ports = { readonly [Name in Counterparty as `${Uppercase<Name>}_PORT`]: ReturnType<typeof portSetting> };
type Books = {
  readonly [Name in Counterparty as `${Uppercase<Name>}_DATABASE_URL`]: ReturnType<typeof booksSetting>;
};

function booksSetting(name: Counterparty) {
  return text({
    description: COUNTERPARTIES[name].books,
    default: `sqlite:var/platform/${name}.sqlite`,
    secret: true,
  });
}

// Object.fromEntries loses the types of the names.
const ports = Object.fromEntries(
  COUNTERPARTY_NAMES.map((name) => {
    const { port, whose } = COUNTERPARTIES[name];
    return [settingsOf(name).port, portSetting(port, whose)];
  }),
) as Ports;
const books = Object.fromEntries(
  COUNTERPARTY_NAMES.map((name) => [settingsOf(name).books, booksSetting(name)]),
) as Books;

/** Every environment variable that the counterparties read. */
export const BANK_CONFIG = {
  BANK_HOST: hostSetting('of all'),
  ...ports,
  ...books,
  SERVICE_KEYS_DIR: path({
    description: `Where the keys ${listed(COUNTERPARTY_NAMES.map((name) => `\`${name}\``))} are; they are created on the first start.`,
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
