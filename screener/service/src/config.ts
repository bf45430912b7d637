import { availableParallelism } from 'node:os';
import {
  type ConfigSchema,
  integer,
  oneOf,
  onOff,
  path,
  readConfig,
  type Settings,
  text,
  url,
} from '@common/kit/config';
import { mailSettings } from '@common/kit/mail/settings';
import {
  hostSetting,
  logLevelSetting,
  POSTGRES_SETTINGS,
  portSetting,
  trustProxySetting,
} from '@common/kit/service/settings';
import type { Threads } from '@common/kit/threads';
import { LISTING_URLS } from '@screener/sources/prices/listing/daily-listing';
import { ECB_HISTORY_URL } from '@screener/sources/rates/ecb-rates';

/** More than any machine serves in a minute. Measurements need a limit that is on but never reached. */
const MOST_REQUESTS = 1_000_000_000;

/** Every environment variable that the screener reads; docs/reference/screener-config.md is generated from it. */
export const SCREENER_CONFIG = {
  SCREENER_HOST: hostSetting(),
  SCREENER_PORT: portSetting(8090),
  DATABASE_URL: text({
    description:
      'Where facts and history are stored: `sqlite:<file>`, or `postgres://...` for several processes. It may contain a password.',
    default: 'sqlite:var/screener.sqlite',
    secret: true,
  }),
  SNAPSHOT_DIR: path({
    description: 'The embedded snapshot that an empty store is filled from.',
    default: 'screener/data/snapshot',
  }),
  LISTS_DIR: path({
    description: 'The official lists that overlays are read from: see `npm run sanad -- lists import`.',
    default: 'screener/data/lists',
  }),
  NAMES_DIR: path({
    description: 'Everyday names of companies and funds, and what became of former tickers, for the search.',
    default: 'screener/data/names',
  }),
  SEC_USER_AGENT: text({
    description:
      'Name and e-mail address of the operator, which the SEC requires of programs. Setting it turns on live mode: facts are fetched from the SEC on demand.',
    optional: true,
  }),
  SEC_DATA_URL: text({
    description: 'Base address of the SEC’s data API; change it only in tests.',
    default: 'https://data.sec.gov',
  }),
  SEC_WWW_URL: text({
    description: 'Base address of the SEC’s web site; change it only in tests.',
    default: 'https://www.sec.gov',
  }),
  REFRESH_EVERY_MINUTES: integer({
    description:
      'How often the SEC’s daily index and the daily listing are looked at in live mode, so that stored facts and prices stay current; 0 for never in this process. `npm run sanad -- refresh` does it once.',
    default: 60,
    minimum: 0,
    maximum: 10_080,
  }),
  LIVE_MODE: onOff({
    description: 'Off uses only stored facts, even if SEC_USER_AGENT is set.',
    default: true,
  }),
  MARKET_PROVIDER: oneOf(['listing', 'none', 'tiingo', 'eodhd', 'massive'], {
    description:
      'Where current closes are fetched from in live mode. `listing` is a public daily listing of all US tickers and needs no key; `tiingo`, `eodhd` and `massive` use MARKET_API_TOKEN, also without live mode; `none` uses only stored prices.',
    default: 'listing',
  }),
  MARKET_API_TOKEN: text({ description: 'The provider’s token.', optional: true, secret: true }),
  LISTING_FILES_URL: url({
    description:
      'Base address of the files of the daily listing, above the versions; change it only in tests or for a mirror.',
    default: LISTING_URLS.files,
  }),
  LISTING_COMMITS_URL: url({
    description:
      'Address of the list of its versions, in the form of GitHub’s API; change it only in tests or for a mirror.',
    default: LISTING_URLS.commits,
  }),
  RATES_URL: url({
    description:
      'Address of the European Central Bank’s history of daily exchange rates, which live mode reads once a day; change it only in tests or for a mirror.',
    default: ECB_HISTORY_URL,
  }),
  INTEREST_YIELD_BOUND: onOff({
    description:
      'Where no gross interest income is filed, assume that cash and securities yield at most three points more than Treasury bills did (8 % at most), that holding them costs at most 0.75 % a year, and that a line of interest keeps its meaning under a new tag. Off leaves such checks unknown.',
    default: true,
  }),
  SECRETS_DIR: path({
    description: 'Folder for generated secrets, where none is given; mode 0700.',
    default: 'var/secrets',
  }),
  SERVICE_KEYS_DIR: path({
    description:
      'Folder of the key that seals screenings (`screener.pem`, mode 0600), made at the first start; by default SECRETS_DIR. All processes of a deployment need the same key: give them one folder, or copy the file into each; it may be read-only once the key is there. A process whose key is not the store’s does not start. The platform’s services keep jwt.secret, gateway.secret and their keys in the folder of this name, by default var/platform/keys.',
    optional: true,
  }),
  ATTEST_ISSUER: text({
    description:
      'Who says what `/v1/attest` seals, as profiles and mandates name the issuer: a name of this service that stays, such as `screen.example`.',
    default: 'local-screener',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.:/@-]{0,127}$',
    expected: 'at most 128 letters, digits and `_ . : / @ -`, the first a letter or digit',
  }),
  ATTEST_LIFE_DAYS: integer({
    description: 'Days for which a sealed screening holds.',
    default: 7,
    minimum: 1,
    maximum: 366,
  }),
  ATTEST_KEEP_DAYS: integer({
    description:
      'Days for which an expired statement stays in the list of `/v1/attestations`; its hash stays for good.',
    default: 400,
    minimum: 1,
    maximum: 36_500,
  }),
  ATTEST_PER_DAY: integer({
    description:
      'New statements a day for one account, or for one network address without a key. Each takes about 2 kB of the store. An answer that is sealed already does not count.',
    default: 1_000,
    minimum: 1,
    maximum: MOST_REQUESTS,
  }),
  PUBLIC_URL: url({
    description:
      'The address that people reach this service at, without a path (`https://screen.example`): for absolute links in feeds and mails, and to tell its own pages from other sites. People can sign in only over https, or on this machine. Without it: this machine at SCREENER_PORT.',
    optional: true,
  }),
  CONTACT: text({
    description:
      'Who runs this service and how to reach them (`Example Ltd, hello@example.org`): shown on the terms and privacy pages.',
    optional: true,
  }),
  SESSION_SECRET: text({
    description:
      'What the cookies of signed-in readers are signed with, at least 16 characters; the same in all processes of a deployment. Without it: made at the first start, in SECRETS_DIR.',
    optional: true,
    secret: true,
  }),
  PAYMENT_WEBHOOK_SECRET: text({
    description:
      'The signing secret of the payment provider’s webhook (Stripe: `whsec_...`), which sends its events to `/api/stripe/webhook`. Without it that path answers 503.',
    optional: true,
    secret: true,
  }),
  PAYMENT_LINK: url({
    description:
      'The provider’s payment link of the partner tier. Pages add the account to it as `client_reference_id`. Without it they offer the waiting list.',
    optional: true,
    schemes: ['https'],
  }),
  KEY_HASH_SECRET: text({
    description:
      'Secret that API keys are hashed with. If it is not set, one is generated in SECRETS_DIR. All processes of a deployment need the same secret.',
    optional: true,
    secret: true,
    minLength: 16,
  }),
  RATE_LIMIT_DEMO: integer({
    description:
      'Requests a minute without a key, per network address; 0 for no limit. On pages, twice as many lists of holdings besides.',
    default: 10,
    minimum: 0,
    maximum: MOST_REQUESTS,
  }),
  RATE_LIMIT_FREE: integer({
    description: 'Requests a minute with a free key; 0 for no limit.',
    default: 30,
    minimum: 0,
    maximum: MOST_REQUESTS,
  }),
  RATE_LIMIT_PARTNER: integer({
    description: 'Requests a minute with a partner key; 0 for no limit.',
    default: 300,
    minimum: 0,
    maximum: MOST_REQUESTS,
  }),
  ADMIN_TOKEN: text({
    description:
      'Token for the operator’s endpoints (`/tasks/*`), sent as `Authorization: Bearer <token>`. If it is not set, they refuse everyone.',
    optional: true,
    secret: true,
    minLength: 16,
    pattern: '^[\\x21-\\x7e]*$',
    expected: 'printable ASCII without spaces',
  }),
  SIGN_UPS_PER_HOUR: integer({
    description:
      'Sign-ups an hour, for keys, accounts with a password and the waiting list, per network address.',
    default: 5,
    minimum: 1,
    maximum: 1_000_000,
  }),
  TRUST_PROXY: trustProxySetting,
  CORS_ORIGINS: text({
    description:
      'Web pages that may call `/v1` and `/api/keys` from a browser: `any`, `none`, or comma-separated origins (`https://app.example, http://localhost:5173`). Cookies are never used there.',
    default: 'any',
    pattern: '^(any|none|https?://[^/\\s,]+(\\s*,\\s*https?://[^/\\s,]+)*)$',
    expected:
      '`any`, `none`, or comma-separated origins, each `http://` or `https://` and a host, without a path',
  }),
  MCP_ALLOWED_ORIGINS: text({
    description:
      'Web pages that may call `/mcp` from a browser, besides this service’s own: comma-separated origins (`https://app.example, http://localhost:6274`).',
    optional: true,
    pattern: '^https?://[^/\\s,]+(\\s*,\\s*https?://[^/\\s,]+)*$',
    expected: 'comma-separated origins, each `http://` or `https://` and a host, without a path',
  }),
  SCREENER_THREADS: integer({
    description:
      'Threads that read companies when the SEC’s archive is imported, and screen them when the history of all tickers or a ranking is computed: each takes about 150 MiB while it works. 1 does it in the main thread; 0 uses one for each processor, at most 4.',
    default: 0,
    minimum: 0,
    maximum: 64,
  }),
  ANSWER_CACHE_MB: integer({
    description:
      'Memory for cached answers, in MiB, plus a quarter of it each for those of `/mcp`, rows of watchlists, screenings of pages, and reports; 0 caches none.',
    default: 64,
    minimum: 0,
    maximum: 4096,
  }),
  BULK_WORKERS: integer({
    description:
      'Bulk job symbols that this process screens at once; 0 leaves them to other processes of the deployment.',
    default: 2,
    minimum: 0,
    maximum: 64,
  }),
  BULK_LEASE_MS: integer({
    description:
      'Milliseconds after which another worker takes a symbol whose process was killed; a live worker renews its lease.',
    default: 30_000,
    minimum: 200,
    maximum: 3_600_000,
  }),
  BULK_PENDING_JOBS: integer({
    description: 'Incomplete bulk jobs that all keys of one account may have at once.',
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
  BULK_RETENTION_DAYS: integer({
    description: 'Days after submission when a bulk job is removed with its results.',
    default: 30,
    minimum: 1,
    maximum: 3_650,
  }),
  ALERTS_EVERY_MINUTES: integer({
    description:
      'How often all watched tickers are screened, so that a change is found without anybody asking; also after each run of the refresh, and within a minute when another process imported facts or prices. 0 for never in this process.',
    default: 60,
    minimum: 0,
    maximum: 10_080,
  }),
  WEBHOOK_ALLOW_PRIVATE: onOff({
    description:
      'On lets webhooks of alerts go to plain http and to addresses of this machine and network. Leave it off where strangers can sign up: they could reach what only this machine can.',
    default: false,
  }),
  ...mailSettings(
    'alerts and for links that sign in',
    'people sign up with a password, and nobody can prove an address.',
  ),
  ...POSTGRES_SETTINGS,
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type ScreenerSettings = Settings<typeof SCREENER_CONFIG>;

export function readScreenerConfig(env: Readonly<Record<string, string | undefined>>, baseDirectory: string) {
  return readConfig(SCREENER_CONFIG, env, baseDirectory);
}

/**
 * Returns the origins at which people reach the service. The first is used in links; posts from pages of any
 * of them count as the service's own.
 */
export function publicOriginsOf({
  PUBLIC_URL,
  SCREENER_PORT,
}: ScreenerSettings['config']): readonly [string, ...string[]] {
  if (PUBLIC_URL !== undefined) return [new URL(PUBLIC_URL).origin];
  return [
    `http://localhost:${SCREENER_PORT}`,
    `http://127.0.0.1:${SCREENER_PORT}`,
    `http://[::1]:${SCREENER_PORT}`,
  ];
}

/** The folder of the key that seals screenings. */
export function keysFolderOf({ SERVICE_KEYS_DIR, SECRETS_DIR }: ScreenerSettings['config']): string {
  return SERVICE_KEYS_DIR ?? SECRETS_DIR;
}

/** Returns the origins whose web pages may call the API. */
export function apiOriginsOf({ CORS_ORIGINS: setting }: ScreenerSettings['config']) {
  if (setting === 'any') return 'any';
  return new Set(setting === 'none' ? [] : listed(setting));
}

/** Addresses that only the machine itself can call. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Returns which web pages may call `/mcp`. If only this machine can call the service, only its own names are
 * accepted.
 */
export function mcpOriginsOf(config: ScreenerSettings['config']) {
  return {
    allowed: new Set(listed(config.MCP_ALLOWED_ORIGINS ?? '')),
    onlyLoopback: LOOPBACK.has(config.SCREENER_HOST) && config.TRUST_PROXY === 'off',
  };
}

/** With 0, at most so many: each takes memory, and the thread that writes keeps no more of them busy. */
const MOST_THREADS = 4;

/** Returns the further threads of a program, which run its module `program`. */
export function threadsOf({ config }: ScreenerSettings, program: URL): Threads {
  const { SCREENER_THREADS: most } = config;
  return { most: most === 0 ? Math.min(availableParallelism(), MOST_THREADS) : most, program };
}

function listed(setting: string): string[] {
  return setting === '' ? [] : setting.split(',').map((part) => part.trim());
}
