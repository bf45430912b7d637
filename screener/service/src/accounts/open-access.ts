import { createHmac } from 'node:crypto';
import { fail, ok, type Result } from '@common/base/result';
import { createDurableRateLimits } from '@common/kit/durable-rate-limit';
import { createJobWatch, type JobWatch } from '@common/kit/jobs';
import { createSharedRateLimiter, type RateLimiter, type RatePolicy } from '@common/kit/rate-limit';
import { readSecret } from '@common/kit/secret-file';
import type { Database } from '@common/kit/sql/database';
import type { Log } from '@common/kit/telemetry/log';
import type { ScreenerSettings } from '../config.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import { createSqlStore } from '../store/sql-store.ts';
import { createAccessStore } from './access.sql.ts';
import type { AccessStore } from './access.store.ts';
import type { Access } from './access.ts';
import { createAccountDataStore } from './account-data.sql.ts';
import { createAccountStore } from './accounts.sql.ts';
import { createUnprovenLimiter } from './allowance.ts';
import { createChoiceStore } from './choice.sql.ts';
import { createUsageCounter } from './count-usage.ts';
import { createIdentifyCaller } from './identify-caller.ts';
import { createLinkStore } from './links.sql.ts';
import { argon2id } from './password.ts';
import { LINK_MINUTES } from './sign-in-link.ts';
import { createStatisticsStore } from './statistics.sql.ts';
import { listsPolicy, tierTerms } from './tiers.ts';
import { createUsageStore } from './usage.sql.ts';

const WRONG_KEYS: RatePolicy = { name: 'wrong-keys', requests: 60, windowS: 60 };
const HOUR_S = 3_600;
const DAY_S = 86_400;
export const LINK_ASKS: RatePolicy = { name: 'link-asks', requests: 20, windowS: HOUR_S };
export const LINK_MAILS: RatePolicy = { name: 'link-mails', requests: 3, windowS: LINK_MINUTES * 60 };
/** Ten a minute, then one every ten seconds. */
export const WRONG_PASSWORDS: RatePolicy = { name: 'wrong-passwords', requests: 10, windowS: 60 };
export const SLOW_PASSWORDS: RatePolicy = { name: 'slow-passwords', requests: 1, windowS: 10 };
/** The store setting that identifies the secret without revealing it. */
const SECRET_MARK = 'api_key_secret_mark';

/** Opens keys and limits on the screener's store. On PostgreSQL all processes count together. */
export async function openAccess(
  { config, secrets }: ScreenerSettings,
  database: Database<ScreenerSchema>,
  clock: () => number,
  { jobs = createJobWatch(), log }: { readonly jobs?: JobWatch; readonly log?: Log } = {},
): Promise<Result<Access, 'unusable_settings'>> {
  const keySecret = await readSecret({
    dir: config.SECRETS_DIR,
    name: 'api-keys.secret',
    fromEnv: secrets.KEY_HASH_SECRET,
  });
  const accessStore = createAccessStore(database);
  const isSame = await checkSecret(database, accessStore, keySecret);
  if (!isSame.ok) return isSame;
  const told = (what: string) => (err: unknown) =>
    log?.warn({ err }, `the counts of ${what} could not be stored`);
  const counting = jobs.job('rate_limits', told('rate limits'));
  const durable = createDurableRateLimits(database, { clock, job: counting });
  const limiter = async (policy: RatePolicy): Promise<RateLimiter> =>
    database.engine === 'postgres' ? createSharedRateLimiter(database, policy) : durable.limiter(policy);
  const tiers = tierTerms({
    demo: config.RATE_LIMIT_DEMO,
    free: config.RATE_LIMIT_FREE,
    partner: config.RATE_LIMIT_PARTNER,
  });
  const orNone = async (policy: RatePolicy | null): Promise<RateLimiter | null> =>
    policy === null ? null : limiter(policy);
  const usageStore = createUsageStore(database);
  const usage = await createUsageCounter({
    store: usageStore,
    clock,
    job: jobs.job('usage', told('calls')),
  });
  return ok({
    accessStore,
    usage,
    usageStore,
    statistics: createStatisticsStore(database),
    accounts: createAccountStore(database),
    accountData: createAccountDataStore(database),
    choices: createChoiceStore(database),
    argon2id,
    links: createLinkStore(database),
    linkAsks: await limiter(LINK_ASKS),
    linkMails: await limiter(LINK_MAILS),
    wrongPasswords: { tries: await limiter(WRONG_PASSWORDS), slow: await limiter(SLOW_PASSWORDS) },
    sessionSecret: await readSecret({
      dir: config.SECRETS_DIR,
      name: 'session.secret',
      fromEnv: secrets.SESSION_SECRET,
    }),
    keySecret,
    tiers,
    identify: createIdentifyCaller({ store: accessStore, keySecret, clock }),
    limiters: {
      demo: await orNone(tiers.demo.policy),
      free: await orNone(tiers.free.policy),
      partner: await orNone(tiers.partner.policy),
    },
    lists: await orNone(listsPolicy(tiers.demo)),
    unproven: createUnprovenLimiter(tiers.free),
    wrongKeys: await limiter(WRONG_KEYS),
    signUps: await limiter({ name: 'sign-up', requests: config.SIGN_UPS_PER_HOUR, windowS: HOUR_S }),
    statements: await limiter({ name: 'statements', requests: config.ATTEST_PER_DAY, windowS: DAY_S }),
    async close() {
      await Promise.all([durable.close(), usage.close()]);
    },
  });
}

/**
 * With a different secret no key would be recognised, and nothing would explain it. So a different secret is
 * refused while there are keys; a store without keys accepts any secret.
 */
async function checkSecret(
  database: Database<ScreenerSchema>,
  accessStore: AccessStore,
  secret: string,
): Promise<Result<void, 'unusable_settings'>> {
  const store = createSqlStore(database);
  const mark = createHmac('sha256', secret).update(SECRET_MARK).digest('hex').slice(0, 16);
  const known = await store.setting(SECRET_MARK);
  if (known === mark) return ok(undefined);
  if (known !== null && (await accessStore.hasKeys())) {
    return fail(
      'unusable_settings',
      'KEY_HASH_SECRET (or api-keys.secret in SECRETS_DIR) is not the secret that this store’s keys were hashed with, so no key would be recognised. Give all processes of a deployment the same secret.',
    );
  }
  await store.saveSetting(SECRET_MARK, mark);
  return ok(undefined);
}
