import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createJobWatch } from '@common/kit/jobs';
import { createMemoryRateLimiter, type RatePolicy } from '@common/kit/rate-limit';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { sql } from 'kysely';
import { createAccessStore } from '../../src/accounts/access.sql.ts';
import type { Access } from '../../src/accounts/access.ts';
import { createAccountDataStore } from '../../src/accounts/account-data.sql.ts';
import { createAccountStore } from '../../src/accounts/accounts.sql.ts';
import { createUnprovenLimiter } from '../../src/accounts/allowance.ts';
import { createChoiceStore } from '../../src/accounts/choice.sql.ts';
import { createUsageCounter } from '../../src/accounts/count-usage.ts';
import { createIdentifyCaller } from '../../src/accounts/identify-caller.ts';
import { createLinkStore } from '../../src/accounts/links.sql.ts';
import { LINK_ASKS, LINK_MAILS, SLOW_PASSWORDS, WRONG_PASSWORDS } from '../../src/accounts/open-access.ts';
import { argon2id } from '../../src/accounts/password.ts';
import { keylessAccount } from '../../src/accounts/sign-up.ts';
import { createStatisticsStore } from '../../src/accounts/statistics.sql.ts';
import { listsPolicy, type TierLimits, tierTerms } from '../../src/accounts/tiers.ts';
import { createUsageStore } from '../../src/accounts/usage.sql.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';

export const KEY_SECRET = 'a secret for tests only';
const NO_LIMITS: TierLimits = { demo: 0, free: 0, partner: 0 };

/** An empty database in memory, closed at the end of the test. */
export async function openTestDatabase(t: Ends): Promise<Database<ScreenerSchema>> {
  const database = await openMemory();
  t.after(() => database.close());
  return database;
}

/** What runs work at its end: a test, or a file. */
export interface Ends {
  after(work: () => Promise<void>): void;
}

interface Tables {
  readonly statements: readonly string[];
  readonly rows: readonly (readonly [table: keyof ScreenerSchema, row: never])[];
}

let tables: Tables | undefined;

/** An empty database in memory; the caller closes it. The first is migrated; others get the same tables, which is faster. */
export async function openMemory(): Promise<Database<ScreenerSchema>> {
  const database = await openDatabase<ScreenerSchema>({ url: 'sqlite::memory:' });
  if (tables === undefined) {
    await migrate(database, MIGRATIONS);
    tables = await tablesOf(database);
  } else {
    for (const statement of tables.statements) await sql.raw(statement).execute(database.db);
    for (const [table, row] of tables.rows) await database.db.insertInto(table).values(row).execute();
  }
  return database;
}

async function tablesOf({ db }: Database<ScreenerSchema>): Promise<Tables> {
  const { rows: parts } = await sql<{ type: string; name: keyof ScreenerSchema; sql: string }>`
    select type, name, sql from sqlite_master where sql is not null`.execute(db);
  const rows: Tables['rows'][number][] = [];
  for (const { name } of parts.filter(({ type }) => type === 'table')) {
    const found = await sql<never>`select * from ${sql.table(name)}`.execute(db);
    for (const row of found.rows) rows.push([name, row]);
  }
  return { statements: parts.map((part) => part.sql), rows };
}

/** Keys in the database given, which is closed at the end of the test, or in one of their own. No limits unless a test sets some. */
export async function openTestAccess(
  t: Ends,
  limits: TierLimits = NO_LIMITS,
  clock: () => number = Date.now,
  given?: Database<ScreenerSchema>,
): Promise<Access> {
  const database = given ?? (await openMemory());
  const accessStore = createAccessStore(database);
  const tiers = tierTerms(limits);
  const limiter = (policy: RatePolicy | null) => (policy === null ? null : createMemoryRateLimiter(policy));
  const usageStore = createUsageStore(database);
  const usage = await createUsageCounter({
    store: usageStore,
    clock,
    // A test may end, and close its database, before counts are stored.
    job: createJobWatch().job('usage', () => {}),
  });
  t.after(async () => {
    await usage.close();
    await database.close();
  });
  return {
    accessStore,
    usage,
    usageStore,
    statistics: createStatisticsStore(database),
    accounts: createAccountStore(database),
    accountData: createAccountDataStore(database),
    choices: createChoiceStore(database),
    argon2id,
    sessionSecret: 'a session secret for tests only',
    links: createLinkStore(database),
    linkAsks: createMemoryRateLimiter(LINK_ASKS),
    linkMails: createMemoryRateLimiter(LINK_MAILS),
    wrongPasswords: {
      tries: createMemoryRateLimiter(WRONG_PASSWORDS),
      slow: createMemoryRateLimiter(SLOW_PASSWORDS),
    },
    keySecret: KEY_SECRET,
    tiers,
    identify: createIdentifyCaller({ store: accessStore, keySecret: KEY_SECRET, clock }),
    limiters: {
      demo: limiter(tiers.demo.policy),
      free: limiter(tiers.free.policy),
      partner: limiter(tiers.partner.policy),
    },
    lists: limiter(listsPolicy(tiers.demo)),
    unproven: createUnprovenLimiter(tiers.free),
    wrongKeys: createMemoryRateLimiter({ name: 'wrong-keys', requests: 20, windowS: 60 }),
    signUps: createMemoryRateLimiter({ name: 'sign-up', requests: 5, windowS: 3_600 }),
    statements: createMemoryRateLimiter({ name: 'statements', requests: 5, windowS: 86_400 }),
    close: () => usage.close(),
  };
}

/** Proves the address of an account, as a mailed link does. */
export async function proveAddress(
  access: Access,
  { account, email, now }: { readonly account: string; readonly email: string; readonly now: number },
): Promise<void> {
  await access.links.ask('a hash', { email, next: '', watch: '' }, now, 0);
  const key = keylessAccount({ ...access, randomBytes }, email, now);
  const record = { email, useCase: '', attribution: null, at: now };
  const times = { now, othersEndAt: now + 1 };
  const entered = await access.links.enter('a hash', 0, { own: account, fresh: { record, key }, ...times });
  assert.equal(entered?.account, account);
}
