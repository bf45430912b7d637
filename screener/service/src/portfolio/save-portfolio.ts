import { ok, type Result } from '@common/base/result';
import { type HoldingsRefusal, readHoldings } from '@screener/sources/holdings/read-holdings';
import type { SavedPortfolioStore } from './saved-portfolio.store.ts';

interface SaveDeps {
  readonly saved: Pick<SavedPortfolioStore, 'save'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Saves a text of holdings in place of the account’s earlier one, if something can be read in it. */
export async function savePortfolio(
  { saved, clock }: SaveDeps,
  account: string,
  text: string,
): Promise<Result<void, HoldingsRefusal>> {
  const read = readHoldings(text);
  if (!read.ok) return read;
  await saved.save(account, text, clock());
  return ok(undefined);
}
