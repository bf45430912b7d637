import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CalendarDate } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import { readEcbFile } from '../rates/ecb-rates.ts';
import { encodeRates } from '../rates/encode-series.ts';
import { readFedFile } from '../rates/fed-rates.ts';
import { type BuildRefusal, refused } from './refusal.ts';
import type { EncodedRates, SnapshotSource } from './snapshot.ts';
import { sourceOf } from './source-file.ts';

/** The oldest closes are of February 2021, and the reports before them of 2019 at the earliest; some room is left. */
const SINCE: CalendarDate = '2010-01-01';

interface RateInputs {
  readonly dailyRates: string | null;
  readonly monthlyRates: string | null;
}

/** The rates of every currency that the ECB quotes, and of those that only the Federal Reserve does. */
export async function readRates(
  { dailyRates, monthlyRates }: RateInputs,
  sources: SnapshotSource[],
): Promise<Result<readonly EncodedRates[], BuildRefusal>> {
  if (dailyRates === null) return ok([]);
  const daily = await readEcbFile(dailyRates);
  if (!daily.ok) return refused(daily.error.message);
  sources.push(sourceOf('daily-rates', basename(dailyRates), await readFile(dailyRates)));
  const all = [...daily.value];
  if (monthlyRates !== null) {
    const monthly = await readFedFile(monthlyRates, daily.value);
    if (!monthly.ok) return refused(monthly.error.message);
    sources.push(sourceOf('monthly-rates', basename(monthlyRates), await readFile(monthlyRates)));
    all.push(...monthly.value);
  }
  const encoded = all.flatMap(({ currency, source, rates }): readonly EncodedRates[] => {
    const kept = rates.filter(([date]) => date >= SINCE);
    return kept.length === 0 ? [] : [{ currency, source, text: encodeRates(kept) }];
  });
  return ok(encoded.sort((a, b) => (a.currency < b.currency ? -1 : 1)));
}
