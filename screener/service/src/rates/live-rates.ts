import { fail, ok, type Result } from '@common/base/result';
import { encodeRates } from '@screener/sources/rates/encode-series';
import { type FetchRates, fetchEcbRates, type Validators } from '@screener/sources/rates/fetch-ecb-rates';
import type { ScreenerStore } from '../store/store.ts';
import { LATE, within } from '../timing/time-limit.ts';

/** Brings the stored exchange rates up to date with the ECB's. */
export interface LiveRates {
  /** Asks the ECB unless it was asked within the last hours. A refusal's message says why, as a sentence. */
  keepCurrent(): Promise<Result<'fresh' | 'updated', 'rates_unavailable'>>;
}

interface LiveRatesDeps extends Required<Pick<FetchRates, 'url' | 'fetch'>> {
  readonly store: Pick<
    ScreenerStore,
    'saveRates' | 'setting' | 'saveSetting' | 'unreached' | 'saveUnreached'
  >;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Aborted when the program ends. A failure after that says nothing about the source. */
  readonly ending: AbortSignal;
}

/** The rates appear once a day, about 16:00 CET. */
const CHECK_MS = 12 * 3_600_000;
const FAILURE_MS = 10 * 60_000;
const WAIT_MS = 10_000;
const RATES = 'exchange rates';
const CHECKED = 'rates_checked';

/** When the ECB last answered, in milliseconds since the epoch, and what it said of its version. */
interface Checked extends Validators {
  readonly at: number;
}

/** Exchange rates of the ECB, which need no key (ADR 0015). */
export function createLiveRates({ store, clock, url, fetch, ending }: LiveRatesDeps): LiveRates {
  let flight: ReturnType<LiveRates['keepCurrent']> | null = null;

  async function read(known: Checked | null): ReturnType<LiveRates['keepCurrent']> {
    const fetched = await fetchEcbRates({ url, fetch, known });
    if (!fetched.ok) {
      const { message } = fetched.error;
      if (!ending.aborted) await store.saveUnreached(RATES, { until: clock() + FAILURE_MS, message });
      return fetched;
    }
    if (fetched.value.kind === 'unchanged') {
      const { etag = null, lastModified = null } = known ?? {};
      await store.saveSetting(CHECKED, JSON.stringify({ at: clock(), etag, lastModified }));
      return ok('fresh');
    }
    const { series, validators } = fetched.value;
    await store.saveRates(series.map(({ rates, ...one }) => ({ ...one, text: encodeRates(rates) })));
    await store.saveSetting(CHECKED, JSON.stringify({ at: clock(), ...validators }));
    return ok('updated');
  }

  return {
    async keepCurrent() {
      const setting = await store.setting(CHECKED);
      const known = setting === null ? null : (JSON.parse(setting) as Checked);
      if (known !== null && clock() - known.at < CHECK_MS) return ok('fresh');
      const unreached = await store.unreached(RATES, clock());
      if (unreached !== null) return fail('rates_unavailable', unreached.message);
      flight ??= read(known).finally(() => {
        flight = null;
      });
      const answer = await within(flight, WAIT_MS);
      return answer === LATE ? fail('rates_unavailable', STILL_READING) : answer;
    },
  };
}

const STILL_READING = 'The European Central Bank’s exchange rates are still being read.';
