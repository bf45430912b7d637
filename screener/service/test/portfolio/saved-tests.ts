import assert from 'node:assert/strict';
import { createAccountDataStore } from '../../src/accounts/account-data.sql.ts';
import { NO_CHOICE } from '../../src/accounts/choice.ts';
import { createSavedPortfolioStore } from '../../src/portfolio/saved-portfolio.sql.ts';
import type { StoreTests } from '../store/open-store.ts';

const AT = 1_790_000_000_000;

/** Lists of holdings that accounts saved. */
export const SAVED_TESTS: StoreTests = {
  'a saved list is there after a restart, for its account alone, until it is removed': async (place) => {
    const first = createSavedPortfolioStore(place.database);
    await first.save('acc_0', 'AAPL 40', AT);
    await first.save('acc_1', 'MSFT 1', AT);
    const looks = { last: { on: '2026-05-01', choice: NO_CHOICE, holdings: [] }, before: null };
    await first.saveLooks('acc_0', looks);
    await first.save('acc_0', 'AAPL 41\nKO 2', AT + 1);
    const again = place.url === null ? place : await place.reopen();
    const saved = createSavedPortfolioStore(again.database);
    assert.deepEqual(await saved.read('acc_0'), { holdings: 'AAPL 41\nKO 2', savedAt: AT + 1, looks });
    assert.equal((await saved.read('acc_1'))?.holdings, 'MSFT 1');
    assert.equal(await saved.read('acc_2'), null);
    await saved.remove('acc_1');
    assert.equal(await saved.read('acc_1'), null);
    const data = createAccountDataStore(again.database);
    assert.equal((await data.read('acc_0')).portfolio?.[0]?.holdings, 'AAPL 41\nKO 2');
    await data.erase('acc_0');
    assert.equal(await saved.read('acc_0'), null);
  },
};
