import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import type { CompanyFacts } from '@screener/engine/facts';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { screen } from '@screener/engine/screen';
import { STORED_TAGS } from '@screener/engine/stored-tags';
import { toCompanyRecord } from '@screener/service/use-cases/live-facts';
import { decodeCompanyFacts } from '@screener/sources/companyfacts/decode';
import { readCompanyFacts } from '@screener/sources/companyfacts/read';

const FILES = join(REPOSITORY, '../shared/data/companyfacts');
/** One filing date in so many is screened. */
const STEP = 4;

test('what is stored of a file is screened as the whole file is', (t) => {
  if (!existsSync(FILES)) return t.skip('../shared/data/companyfacts absent');
  let screenings = 0;
  let [filed, stored] = [0, 0];
  for (const name of readdirSync(FILES).filter((file) => file.endsWith('.gz'))) {
    const whole = unwrap(readCompanyFacts(gunzipSync(readFileSync(join(FILES, name))), STORED_TAGS));
    const kept = unwrap(decodeCompanyFacts(toCompanyRecord(whole).facts));
    filed += whole.facts.length;
    stored += kept.facts.length;
    for (const [index, { filed: asOf }] of whole.reports.entries()) {
      if (index % STEP !== 0) continue;
      assert.deepEqual(screenAt(kept, asOf), screenAt(whole, asOf), `${name} as of ${asOf}`);
      screenings += 1;
    }
  }
  t.diagnostic(`${screenings} screenings; ${stored} of ${filed} facts are stored`);
  assert.ok(screenings > 300);
});

/** With a capitalisation, so that every check has both of its sides. */
function screenAt(facts: CompanyFacts, asOf: string) {
  const close = {
    symbol: 'ANY',
    date: asOf,
    close: 10,
    currency: 'USD',
    marketCap: null,
    source: 'supposed',
  };
  return screen({
    profile: {
      cik: facts.cik,
      symbol: 'ANY',
      name: facts.name,
      exchange: null,
      sic: '3571',
      sicDescription: null,
      sicSource: 'snapshot',
    },
    facts,
    quotes: [close],
    rates: [],
    asOf,
    today: asOf,
    factsThrough: asOf,
    rules: RULE_SETS.current,
    options: { yieldBound: true },
  });
}
