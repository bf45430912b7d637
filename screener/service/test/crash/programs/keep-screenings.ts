/**
 * Screens every listing in the database given as argument 1, under each rule set, on the first of each quarter from the
 * date in argument 2 to that in argument 3, as if that were today, and reports each answer with the day that it stands for.
 */
import { addMonths } from '@common/base/calendar';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';
import { openStore } from './open-store.ts';

const [, , url = '', from = '', until = ''] = process.argv;
const { database, store } = await openStore(url);
process.stdout.write('opened\n');
const listings = await store.listingsWithFacts(null, 1_000);
for (let today = from; today <= until; today = addMonths(today, 3)) {
  const deps: ScreenDeps = {
    store,
    live: null,
    liveQuotes: null,
    options: { yieldBound: true },
    clock: () => Date.parse(`${today}T12:00:00Z`),
  };
  for (const { symbol } of listings) {
    for (const rules of RULE_SET_IDS) {
      const answer = await screenTicker(deps, { symbol, asOf: null, rules });
      if (!answer.ok) throw new Error(answer.error.message);
      const { as_of: asOf, compliance } = answer.value;
      process.stdout.write(`answered ${symbol} ${rules} ${asOf} ${compliance}\n`);
    }
  }
}
await database.close();
