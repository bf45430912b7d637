import { type ConfigSchema, integer, oneOf, onOff, path, readConfig, text } from '@sanad/kit/config';
import { logLevels } from '@sanad/kit/log';

/** Every environment variable that the screener reads; docs/reference/screener-config.md is generated from it. */
export const SCREENER_CONFIG = {
  SCREENER_HOST: text({ description: 'Address to listen at.', default: '127.0.0.1', minLength: 1 }),
  SCREENER_PORT: integer({
    description: 'Port to listen at; 0 takes a free one.',
    default: 8090,
    minimum: 0,
    maximum: 65_535,
  }),
  DATABASE_URL: text({
    description:
      'Where facts and history are kept: `sqlite:<file>`, or `postgres://...` for several processes. It may hold a password.',
    default: 'sqlite:var/screener.sqlite',
    minLength: 1,
    secret: true,
  }),
  SNAPSHOT_DIR: path({
    description: 'The embedded snapshot that an empty store is filled from.',
    default: 'data/snapshot',
  }),
  SEC_USER_AGENT: text({
    description:
      'Name and e-mail address of the operator, as the SEC asks of programs. Setting it turns live mode on: facts are fetched from the SEC on demand.',
    optional: true,
  }),
  SEC_DATA_URL: text({
    description: 'Base address of the SEC’s data API: another one only for tests.',
    default: 'https://data.sec.gov',
  }),
  SEC_WWW_URL: text({
    description: 'Base address of the SEC’s web site: another one only for tests.',
    default: 'https://www.sec.gov',
  }),
  LIVE_MODE: onOff({
    description: 'Off keeps to the facts at hand although SEC_USER_AGENT is set.',
    default: true,
  }),
  MARKET_PROVIDER: oneOf(['none', 'tiingo', 'eodhd', 'massive'], {
    description:
      'Where current closes are fetched from, with MARKET_API_TOKEN. `none` keeps to the prices at hand.',
    default: 'none',
  }),
  MARKET_API_TOKEN: text({ description: 'The provider’s token.', optional: true, secret: true }),
  INTEREST_YIELD_BOUND: onOff({
    description:
      'The assumption that cash and securities yield at most 8 % a year, used where no gross interest income is filed. Off leaves such checks unknown.',
    default: true,
  }),
  ANSWER_CACHE_MB: integer({
    description: 'Memory for answers that are ready to send, in MiB; 0 keeps none.',
    default: 64,
    minimum: 0,
    maximum: 4096,
  }),
  LOG_LEVEL: oneOf(logLevels, { description: 'How much is logged.', default: 'info' }),
} satisfies ConfigSchema;

export function readScreenerConfig(env: Readonly<Record<string, string | undefined>>, baseDirectory: string) {
  return readConfig(SCREENER_CONFIG, env, baseDirectory);
}
