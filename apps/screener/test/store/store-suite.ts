import { describe } from 'node:test';
import { companyTests } from './company-tests.ts';
import { concurrencyTests, processTests } from './concurrency-tests.ts';
import { generationTests } from './generation-tests.ts';
import { importTests } from './import-tests.ts';
import type { OpenPlace } from './open-store.ts';
import { screeningTests } from './screening-tests.ts';
import { settingTests } from './setting-tests.ts';

/** What every `ScreenerStore` does, whatever the database behind it; `shared` where several processes may open it. */
export function storeSuite(name: string, open: OpenPlace, { shared }: { readonly shared: boolean }): void {
  describe(`the store on ${name}`, () => {
    companyTests(open);
    importTests(open);
    screeningTests(open);
    settingTests(open);
    generationTests(open);
    concurrencyTests(open);
    if (shared) processTests(open);
  });
}
