import { describe, test } from 'node:test';
import { ACCESS_TESTS } from '../access/store-tests.ts';
import { ALERT_TESTS } from '../alerts/store-tests.ts';
import { PAYMENT_TESTS } from '../billing/store-tests.ts';
import { SAVED_TESTS } from '../portfolio/saved-tests.ts';
import { ACCOUNT_TESTS } from '../session/store-tests.ts';
import { COMPANY_TESTS } from './company-tests.ts';
import { CONCURRENCY_TESTS, PROCESS_TESTS } from './concurrency-tests.ts';
import { FUND_TESTS } from './fund-tests.ts';
import { GENERATION_TESTS } from './generation-tests.ts';
import { IMPORT_TESTS } from './import-tests.ts';
import type { OpenPlace, StoreTests } from './open-store.ts';
import { SCREENING_TESTS } from './screening-tests.ts';
import { SETTING_TESTS } from './setting-tests.ts';

const TESTS: StoreTests = {
  ...COMPANY_TESTS,
  ...IMPORT_TESTS,
  ...SCREENING_TESTS,
  ...SETTING_TESTS,
  ...FUND_TESTS,
  ...GENERATION_TESTS,
  ...ACCESS_TESTS,
  ...ACCOUNT_TESTS,
  ...ALERT_TESTS,
  ...PAYMENT_TESTS,
  ...SAVED_TESTS,
  ...CONCURRENCY_TESTS,
  ...PROCESS_TESTS,
};

/** What every `ScreenerStore` does, whatever its database. */
export function storeSuite(name: string, open: OpenPlace): void {
  describe(`the store on ${name}`, () => {
    for (const [what, check] of Object.entries(TESTS)) test(what, async (t) => check(await open(t)));
  });
}
