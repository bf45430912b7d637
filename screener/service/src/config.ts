import { isIP } from 'node:net';
import { fail, ok, type Result } from '@common/base/result';
import {
  type ConfigSchema,
  integer,
  oneOf,
  onOff,
  path,
  readConfig,
  type Settings,
  text,
} from '@common/kit/config';
import { hostSetting, logLevelSetting, portSetting } from '@common/kit/service/settings';

/** More than any machine serves in a minute: a limit can be on and never be met, as a measurement needs it. */
const MOST_REQUESTS = 1_000_000_000;

/** Every environment variable that the screener reads; docs/reference/screener-config.md is generated from it. */
export const SCREENER_CONFIG = {
  SCREENER_HOST: hostSetting(),
  SCREENER_PORT: portSetting(8090),
  DATABASE_URL: text({
    description:
      'Where facts and history are kept: `sqlite:<file>`, or `postgres://...` for several processes. It may hold a password.',
    default: 'sqlite:var/screener.sqlite',
    secret: true,
  }),
  SNAPSHOT_DIR: path({
    description: 'The embedded snapshot that an empty store is filled from.',
    default: 'screener/data/snapshot',
  }),
  LISTS_DIR: path({
    description: 'The official lists that overlays are read from: see `sanad lists import`.',
    default: 'screener/data/lists',
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
  SECRETS_DIR: path({
    description: 'Where secrets are made that are not given; mode 0700.',
    default: 'var/secrets',
  }),
  KEY_HASH_SECRET: text({
    description:
      'What API keys are hashed with. Without it, one is made in SECRETS_DIR. All processes of a deployment need the same.',
    optional: true,
    secret: true,
    minLength: 16,
  }),
  RATE_LIMIT_DEMO: integer({
    description: 'Requests a minute without a key, by network address; 0 for no limit.',
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
      'What the operator’s endpoints (`/tasks/*`) are called with, as `Authorization: Bearer <token>`. Without one they let nobody in.',
    optional: true,
    secret: true,
    minLength: 16,
    pattern: '^[\\x21-\\x7e]*$',
    expected: 'printable ASCII without spaces',
  }),
  SIGN_UPS_PER_HOUR: integer({
    description: 'Sign-ups for keys and for the waiting list that one network address may make an hour.',
    default: 5,
    minimum: 1,
    maximum: 1_000_000,
  }),
  TRUST_PROXY: text({
    description:
      'Whose `x-forwarded-for` is believed: addresses or networks, by commas (`127.0.0.1, 10.0.0.0/8`), or `off`. Behind a load balancer, name it: otherwise all callers share its address and its limit.',
    default: 'off',
    pattern: '^(off|[0-9A-Fa-f:.]+(/\\d{1,3})?(\\s*,\\s*[0-9A-Fa-f:.]+(/\\d{1,3})?)*)$',
    expected: '`off`, or addresses and networks by commas',
  }),
  MCP_ALLOWED_ORIGINS: text({
    description:
      'Web pages that may call `/mcp` from a browser, besides this service’s own: origins by commas (`https://app.example, http://localhost:6274`).',
    optional: true,
    pattern: '^https?://[^/\\s,]+(\\s*,\\s*https?://[^/\\s,]+)*$',
    expected: 'origins by commas, each `http://` or `https://` and a host, without a path',
  }),
  ANSWER_CACHE_MB: integer({
    description:
      'Memory for answers that are ready to send, in MiB, and a quarter of it again for those of `/mcp`; 0 keeps none.',
    default: 64,
    minimum: 0,
    maximum: 4096,
  }),
  BULK_WORKERS: integer({
    description:
      'Symbols of bulk jobs that this process screens at once; 0 leaves them to other processes of the deployment.',
    default: 2,
    minimum: 0,
    maximum: 64,
  }),
  BULK_LEASE_MS: integer({
    description:
      'After so long, a symbol whose process was killed is taken by another worker. Milliseconds; a live worker renews its lease.',
    default: 30_000,
    minimum: 200,
    maximum: 3_600_000,
  }),
  BULK_PENDING_JOBS: integer({
    description: 'Bulk jobs of one key that may be under way at once.',
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
  BULK_RETENTION_DAYS: integer({
    description: 'Bulk jobs are removed, with their results, so many days after they were submitted.',
    default: 30,
    minimum: 1,
    maximum: 3_650,
  }),
  LOG_LEVEL: logLevelSetting,
} satisfies ConfigSchema;

export type ScreenerSettings = Settings<typeof SCREENER_CONFIG>;

export function readScreenerConfig(env: Readonly<Record<string, string | undefined>>, baseDirectory: string) {
  return readConfig(SCREENER_CONFIG, env, baseDirectory);
}

/** Addresses and networks; a slip here would give every caller the address of the proxy. */
export function trustedProxiesOf(setting: string): Result<string[] | false, 'unusable_settings'> {
  if (setting === 'off') return ok(false);
  const proxies = listed(setting);
  const wrong = proxies.find((proxy) => {
    const [address = '', bits] = proxy.split('/');
    const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
    return most < 0 || (bits !== undefined && Number(bits) > most);
  });
  if (wrong === undefined) return ok(proxies);
  return fail(
    'unusable_settings',
    `TRUST_PROXY: ${wrong} is no address and no network: 10.0.0.0/8, 2001:db8::/32`,
  );
}

/** Addresses at which only the machine itself can call. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** The web pages that may call `/mcp`; only those of the machine itself where nobody else can call. */
export function mcpOriginsOf(config: ScreenerSettings['config']) {
  return {
    allowed: new Set(listed(config.MCP_ALLOWED_ORIGINS ?? '')),
    onlyLoopback: LOOPBACK.has(config.SCREENER_HOST) && config.TRUST_PROXY === 'off',
  };
}

function listed(setting: string): string[] {
  return setting === '' ? [] : setting.split(',').map((part) => part.trim());
}
