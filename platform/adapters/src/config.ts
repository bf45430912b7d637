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
  PAYOUTS_API_URL: url({ description: 'The provider’s API.', default: 'http://127.0.0.1:9200' }),
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
