import { type ConfigSchema, integer, path, type Settings, text, url } from '@common/kit/config';
import { hostSetting, logLevelSetting, portSetting } from '@common/kit/service/settings';

/** Every environment variable that the adapter of a payout provider reads. */
export const PAYOUTS_CONFIG = {
  PAYOUTS_HOST: hostSetting(),
  PAYOUTS_PORT: portSetting(8010),
  PAYOUTS_KEYS_DIR: path({
    description:
      'The adapter’s own folder: its key `payouts`, made on the first start, and `broker.secret`, a copy of what `sanad counterparty add` makes.',
    default: 'var/payouts',
  }),
  PAYOUTS_JOURNAL: path({
    description: 'The journal, a SQLite file. One process has it.',
    default: 'var/payouts/journal.sqlite',
  }),
  PAYOUTS_PROVIDER: text({
    description: 'The provider’s name, as the connector’s `adapter` has it.',
    default: 'payments.example',
  }),
  PAYOUTS_API_URL: url({
    description: 'The provider’s API.',
    default: 'http://127.0.0.1:9200',
    secretsSent: true,
  }),
  PAYOUTS_API_KEY: text({
    description: 'The provider’s key. No other process has it.',
    optional: true,
    secret: true,
  }),
  PAYOUTS_WEBHOOK_SECRET: text({
    description: 'With which the provider signs its webhooks. Without it, none is accepted.',
    optional: true,
    secret: true,
  }),
  PAYOUTS_QUIET_S: integer({
    description:
      'How long a request that was given up may still have its effect at the provider. Until then, a look-up that finds nothing settles nothing.',
    default: 60,
    minimum: 1,
    maximum: 86_400,
  }),
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type PayoutsSettings = Settings<typeof PAYOUTS_CONFIG>;

/** Every environment variable that the adapter of a bank's payment initiation reads. */
export const BANKPAY_CONFIG = {
  BANKPAY_HOST: hostSetting(),
  BANKPAY_PORT: portSetting(8011),
  BANKPAY_KEYS_DIR: path({
    description:
      'The adapter’s own folder: its key `bankpay` and `requests.pem`, with which it signs its requests to the bank, both made on the first start, and `broker.secret`, a copy of what `sanad counterparty add` makes.',
    default: 'var/bankpay',
  }),
  BANKPAY_JOURNAL: path({
    description: 'The journal, a SQLite file. One process has it.',
    default: 'var/bankpay/journal.sqlite',
  }),
  BANKPAY_PROVIDER: text({
    description: 'The bank’s name, as the connector’s `adapter` has it.',
    default: 'bank.example',
  }),
  BANKPAY_API_URL: url({
    description: 'The bank’s API.',
    default: 'http://127.0.0.1:9201',
    secretsSent: true,
  }),
  BANKPAY_TOKEN_URL: url({
    description: 'Where access tokens are given (OAuth 2.0, client credentials).',
    default: 'http://127.0.0.1:9201/oauth2/token',
    secretsSent: true,
  }),
  BANKPAY_CLIENT_ID: text({
    description: 'As whom the bank knows us, and the id of the key in `requests.pem`.',
    default: 'sanad',
  }),
  BANKPAY_CLIENT_SECRET: text({
    description: 'The secret for access tokens. No other process has it.',
    optional: true,
    secret: true,
  }),
  BANKPAY_WEBHOOK_SECRET: text({
    description: 'With which the bank signs its webhooks: `whsec_` and base64. Without it, none is accepted.',
    optional: true,
    secret: true,
  }),
  BANKPAY_QUIET_S: integer({
    description:
      'How long a request that was given up may still have its effect at the bank. Until then, a look-up that finds nothing settles nothing.',
    default: 60,
    minimum: 1,
    maximum: 86_400,
  }),
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type BankpaySettings = Settings<typeof BANKPAY_CONFIG>;
