import { randomUUID } from 'node:crypto';
import { RATE_TABLE } from '@common/kit/rate-limit';
import type { ColumnTypes } from '@common/kit/sql/portable';
import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of what belongs to people: their keys and accounts, what they watch, pay and use, and
 * what they read.
 */
export async function createAccountTables(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await createKeys(db, type);
  await createAccounts(db, type);
  await createWatchlist(db, type);
  await createAlerts(db, type);
  await createUsage(db, type);
  await createPayments(db, type);
  await createPosts(db, type);
}

/** Creates the tables of keys, sign-ups, the waiting list, and the counters of rate limits. */
async function createKeys(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('hash', type.text, (column) => column.primaryKey())
    .addColumn('label', type.text, (column) => column.notNull().unique())
    .addColumn('email', type.text, (column) => column.notNull())
    .addColumn('tier', type.text, (column) => column.notNull())
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .addColumn('ended_at', type.integer)
    // When a free key ends after another key of its address became current.
    .addColumn('ends_at', type.integer)
    .execute();
  await db.schema.createIndex('api_key_email').on('api_key').column('email').execute();
  await db.schema.createIndex('api_key_account').on('api_key').column('account').execute();
  // An address has at most one free key for which no such time is set.
  await db.schema
    .createIndex('api_key_one_free')
    .unique()
    .on('api_key')
    .column('email')
    .where(sql<boolean>`tier = 'free' and ended_at is null and ends_at is null`)
    .execute();
  await db.schema
    .createTable('sign_up')
    .addColumn('email', type.text, (column) => column.primaryKey())
    .addColumn('use_case', type.text, (column) => column.notNull())
    .addColumn('attribution', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('waitlist')
    .addColumn('email', type.text, (column) => column.primaryKey())
    .addColumn('interest', type.text, (column) => column.notNull())
    .addColumn('use_case', type.text, (column) => column.notNull())
    .addColumn('attribution', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .execute();
  // The columns are in the order in which the rate-limit library writes them.
  await db.schema
    .createTable(RATE_TABLE)
    .addColumn('key', type.text, (column) => column.primaryKey())
    .addColumn('points', type.integer, (column) => column.notNull())
    .addColumn('expire', type.integer)
    .execute();
}

/**
 * Creates the tables of what a key opens besides the API. Anyone who knows an address can sign up with it, so
 * each key that was issued without proof of an earlier one has an account of its own.
 */
async function createAccounts(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('email', type.text, (column) => column.notNull())
    .addColumn('tier', type.text, (column) => column.notNull())
    .addColumn('password', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .addColumn('sessions_valid_from', type.integer, (column) => column.notNull())
    .addColumn('activated_at', type.integer)
    // True if the operator granted the partner tier, which no payment, nor the end of one, takes away.
    .addColumn('is_granted', type.boolean, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('account_email').on('account').column('email').execute();
  await db.schema
    .createTable('ended_session')
    .addColumn('session', type.text, (column) => column.primaryKey())
    .addColumn('expires_at', type.integer, (column) => column.notNull())
    .execute();
}

/** Creates the table of the tickers that accounts watch. */
async function createWatchlist(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('watched_ticker')
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addColumn('added_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('watched_ticker_key', ['account', 'symbol'])
    .execute();
  // Every screening that is kept looks up who watches its ticker.
  await db.schema.createIndex('watched_ticker_symbol').on('watched_ticker').column('symbol').execute();
}

/**
 * Creates the tables of alerts. There is one row for each account and flip, written with the screening that
 * has the flip, and one for each delivery that the account wanted at that moment. The content of an alert
 * comes from the screening.
 */
async function createAlerts(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('alert')
    // Derived from account and flip, so that each pair has one alert.
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addColumn('rules', type.text, (column) => column.notNull())
    .addColumn('as_of', type.text, (column) => column.notNull())
    .addColumn('fingerprint', type.text, (column) => column.notNull())
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('alert_account').on('alert').columns(['account', 'created_at']).execute();
  await db.schema
    .createTable('alert_delivery')
    .addColumn('alert', type.text, (column) => column.notNull())
    .addColumn('channel', type.text, (column) => column.notNull())
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('attempts', type.integer, (column) => column.notNull())
    // When the delivery may next be taken: the end of a lease or of a wait.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('lease_token', type.text)
    .addColumn('ended_at', type.integer)
    .addColumn('outcome', type.text)
    .addColumn('problem', type.text)
    .addPrimaryKeyConstraint('alert_delivery_key', ['alert', 'channel'])
    .execute();
  await db.schema
    .createIndex('alert_delivery_due')
    .on('alert_delivery')
    .column('free_at')
    .where(sql<boolean>`ended_at is null`)
    .execute();
  await db.schema.createIndex('alert_delivery_account').on('alert_delivery').column('account').execute();
  await db.schema
    .createTable('alert_feed')
    .addColumn('account', type.text, (column) => column.primaryKey())
    .addColumn('token_hash', type.text, (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('alert_webhook')
    .addColumn('account', type.text, (column) => column.primaryKey())
    .addColumn('url', type.text, (column) => column.notNull())
    // The secret is derived from the salt and a secret of the service, and is not stored.
    .addColumn('salt', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('alert_email')
    .addColumn('account', type.text, (column) => column.primaryKey())
    .addColumn('email', type.text, (column) => column.notNull())
    .addColumn('token_hash', type.text, (column) => column.notNull().unique())
    .addColumn('asked_at', type.integer, (column) => column.notNull())
    .addColumn('confirmed_at', type.integer)
    .execute();
}

/** Creates the tables of usage: how often the service was called, and for what, by day in UTC. */
async function createUsage(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('usage_call')
    .addColumn('day', type.text, (column) => column.notNull())
    .addColumn('tier', type.text, (column) => column.notNull())
    // The caller's account; empty for callers without one.
    .addColumn('account', type.text, (column) => column.notNull())
    .addColumn('operation', type.text, (column) => column.notNull())
    .addColumn('status', type.integer, (column) => column.notNull())
    .addColumn('calls', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_call_key', ['day', 'tier', 'account', 'operation', 'status'])
    .execute();
  await db.schema.createIndex('usage_call_account').on('usage_call').columns(['account', 'day']).execute();
  await db.schema
    .createTable('usage_ticker')
    .addColumn('day', type.text, (column) => column.notNull())
    .addColumn('outcome', type.text, (column) => column.notNull())
    .addColumn('ticker', type.text, (column) => column.notNull())
    .addColumn('calls', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_ticker_key', ['day', 'outcome', 'ticker'])
    .execute();
}

/**
 * Creates the tables of what the payment provider reported: events that were processed, purchases, and marks
 * on subscriptions, payments and customers. Whether a purchase counts follows from these alone, in whatever
 * order they came.
 */
async function createPayments(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('payment_event')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('type', type.text, (column) => column.notNull())
    .addColumn('received_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('payment_event_age').on('payment_event').column('received_at').execute();
  await db.schema
    .createTable('payment')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('account', type.text)
    .addColumn('matched_by', type.text)
    .addColumn('email', type.text)
    .addColumn('customer', type.text)
    .addColumn('subscription', type.text)
    .addColumn('payment_intent', type.text)
    .addColumn('amount', type.integer)
    .addColumn('currency', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .addColumn('paid_at', type.integer)
    // When the operator assigned the payment to an account.
    .addColumn('assigned_at', type.integer)
    .execute();
  for (const column of ['account', 'subscription', 'payment_intent', 'customer'] as const) {
    await db.schema.createIndex(`payment_${column}`).on('payment').column(column).execute();
  }
  await db.schema
    .createTable('payment_mark')
    .addColumn('subject', type.text, (column) => column.notNull())
    .addColumn('kind', type.text, (column) => column.notNull())
    .addColumn('at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('payment_mark_key', ['subject', 'kind'])
    .execute();
}

/**
 * Creates the tables of the blog. The ids are for its feed, and stay when an address or the service's host
 * changes.
 */
async function createPosts(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('post')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('slug', type.text, (column) => column.notNull().unique())
    .addColumn('title', type.text, (column) => column.notNull())
    .addColumn('excerpt', type.text, (column) => column.notNull())
    .addColumn('body_md', type.text, (column) => column.notNull())
    // Rendered from `body_md` when the post was saved.
    .addColumn('body_html', type.text, (column) => column.notNull())
    .addColumn('is_published', type.boolean, (column) => column.notNull())
    // When the post was first published; null if it never was.
    .addColumn('published_at', type.integer)
    .addColumn('changed_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('post_published')
    .on('post')
    .columns(['is_published', 'published_at'])
    .execute();
  await db.schema
    .createTable('blog')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('feed_id', type.text, (column) => column.notNull())
    .execute();
  await sql`insert into blog (id, feed_id) values (1, ${`urn:uuid:${randomUUID()}`})`.execute(db);
}
