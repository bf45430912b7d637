import { OUTCOME_WORDS } from '@platform/words/outcomes';
import { day } from '@platform/words/when';
import type { ReceiptFilter } from './receipts-query.ts';

const WORDS: { readonly [Name in keyof Required<ReceiptFilter>]: (value: string) => string } = {
  text: (words) => `“${words}”`,
  payee: (payee) => `payee ${payee}`,
  reference: (reference) => `reference ${reference}`,
  amount: (amount) => `amount ${amount}`,
  amount_from: (amount) => `at least ${amount}`,
  amount_to: (amount) => `at most ${amount}`,
  currency: (currency) => currency,
  from: (date) => `from ${day(date)}`,
  to: (date) => `to ${day(date)}`,
  outcome: (outcome) => OUTCOME_WORDS[outcome as keyof typeof OUTCOME_WORDS],
  mandate: (id) => `mandate …${id.slice(-4)}`,
  person: (person) => `signed by ${person}`,
  agent: (agent) => `agent ${agent}`,
  key: (kid) => `key ${kid}`,
  plugin: (plugin) => `plugin ${plugin}`,
  tenant: (tenant) => `tenant ${tenant}`,
  account: (account) => `account ${account}`,
  level: (level) => level,
};

/** What is looked for, on one line. */
export function filterWords(filter: ReceiptFilter): string {
  const names = Object.keys(WORDS) as (keyof ReceiptFilter)[];
  return names.flatMap((name) => (filter[name] === undefined ? [] : [WORDS[name](filter[name])])).join(', ');
}
