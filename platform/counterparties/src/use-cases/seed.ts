import type { Account, BankStore, RecipientStore, ReleasedRecord, Requester } from '../store/store.ts';

/** The accounts from which a local deployment pays, by currency, as the treasury's connector names them. */
export const OPERATING_ACCOUNTS: Readonly<Record<string, string>> = {
  USD: 'acct_operating',
  EUR: 'acct_operating_eur',
};

/** The bank's accounts on its first start. Later starts change nothing. */
export const ACCOUNTS: readonly Account[] = [
  ...Object.entries(OPERATING_ACCOUNTS).map(([currency, account_id]) => ({
    account_id,
    currency,
    balance: '1000000',
  })),
  // For a second company, which has no account until its principal names one.
  { account_id: 'acct_second', currency: 'USD', balance: '1000000' },
  { account_id: 'acct_acme', currency: 'USD', balance: '0' },
  { account_id: 'acct_globex', currency: 'USD', balance: '0' },
  { account_id: 'acct_europa', currency: 'EUR', balance: '0' },
];

const RECORDS: readonly ReleasedRecord[] = [
  { record_id: 'rec_1001', sensitivity: 'public', title: 'Opening hours' },
  { record_id: 'rec_1002', sensitivity: 'internal', title: 'Visit summary' },
  { record_id: 'rec_1003', sensitivity: 'confidential', title: 'Laboratory report' },
];

const REQUESTERS: readonly Requester[] = [
  { requester_id: 'clinic', name: 'City Clinic', verified: true },
  { requester_id: 'insurer', name: 'Mutual Insurance', verified: true },
  { requester_id: 'stranger', name: 'Unknown caller', verified: false },
];

export async function seedBank(store: BankStore): Promise<void> {
  await store.openAccounts(ACCOUNTS);
}

export async function seedRecipient(store: RecipientStore): Promise<void> {
  await store.addRecords(RECORDS);
  await store.addRequesters(REQUESTERS);
}
