import {
  choice,
  count,
  date,
  list,
  nullable,
  nullableNum,
  nullableText,
  object,
  text,
} from '@screener/engine/schema-parts';
import { KEY_TIERS } from '@screener/service/accounts/tiers';
import { Type } from 'typebox';

const INSTANT = 'ISO 8601';

const cohort = {
  accounts: count('Accounts'),
  activated: count('Those of them that had something screened'),
};

const AskedTicker = object(
  {
    ticker: text('As it was asked for'),
    calls: count('How often'),
    name: nullableText('The company; null if the ticker is not known'),
    meant: nullableText('A known ticker that people may have meant; null for none'),
  },
  { description: 'A ticker that people asked for' },
);

const Payment = object(
  {
    id: text('The provider’s id of the checkout'),
    state: choice(['waiting', 'paid', 'unpaid', 'refunded', 'ended'], 'What became of it'),
    account: nullableText('The account whose tier it pays for; null if it matches none'),
    account_email: nullableText('The address of that account'),
    matched_by: nullable(
      choice(['reference', 'email', 'admin'], 'How'),
      'How the account was found; null if none was',
    ),
    assigned_at: nullableText(`When the operator assigned it (${INSTANT}); null if the operator did not`),
    email: nullableText('The payer’s address, as the provider has it'),
    customer: nullableText('The provider’s id of the payer'),
    subscription: nullableText('The provider’s id of the subscription'),
    payment_intent: nullableText('The provider’s id of the payment'),
    amount: nullable(Type.Integer(), 'In the currency’s smallest unit'),
    currency: nullableText('Its code'),
    created_at: nullableText(`When the checkout was made (${INSTANT})`),
    paid_at: nullableText(`When the money arrived (${INSTANT}); null while it is on its way`),
  },
  { description: 'A purchase' },
);

const Calls = object(
  {
    tier: choice(['demo', ...KEY_TIERS, 'none'], 'The callers’ tier; none for requests with an invalid key'),
    operation: text('What was called'),
    status: Type.Integer({ description: 'The HTTP status' }),
    calls: count('How often'),
  },
  { description: 'Calls of one kind' },
);

/** The answer of `GET /api/admin/stats`. All days are in UTC. */
export const StatisticsAnswer = object(
  {
    days: count('Days of the period'),
    activation_days: count('Days in which an account counts as activated'),
    from: date('The first day'),
    through: date('The last day'),
    sign_ups: object(
      {
        total: count('In the period'),
        before: count('In the same number of days before it'),
        by_day: list(
          object({ day: date('The day'), ...cohort }, { description: 'One day' }),
          'Each day, oldest first',
        ),
      },
      { description: 'New accounts' },
    ),
    activation: object(
      {
        old: object(
          { ...cohort, share: nullableNum('Activated of all, as a fraction; null without an account') },
          { description: 'Accounts that have had all the days' },
        ),
        young: object(cohort, { description: 'Accounts that have not' }),
      },
      { description: 'Who stayed' },
    ),
    keys: object(
      {
        active: count('Keys that are accepted now'),
        accounts: count('All accounts'),
        partners: count('Accounts of the partner tier'),
      },
      { description: 'At this moment' },
    ),
    calls: list(Calls, 'By tier, operation and status'),
    tickers: object(
      {
        top: list(AskedTicker, 'Those with a verdict'),
        not_screenable: list(AskedTicker, 'Those without one'),
        not_found: list(AskedTicker, 'Those that are not known'),
      },
      { description: 'The tickers asked for most' },
    ),
    waitlist: list(
      object(
        {
          interest: text('What they wait for'),
          people: count('Since the beginning'),
          recent: count('In the period'),
        },
        { description: 'One interest' },
      ),
      'People on the waiting list, the most first',
    ),
    attribution: list(
      object(
        { source: text('As the sign-up names it'), sign_ups: count('From it') },
        { description: 'One source' },
      ),
      'Where sign-ups say they come from',
    ),
    alerts: object(
      { sent: count('Delivered'), given_up: count('Given up after all attempts') },
      { description: 'Alerts of the period' },
    ),
    payments: list(Payment, 'The newest purchases; those paid but without an account first'),
  },
  { description: 'The figures of a period' },
);
