import { formatInstant } from '@common/base/instant';
import { fail } from '@common/base/result';
import type { SecClient } from '@screener/sources/sec-client/sec-client';
import type { ScreenerStore } from '../store/store.ts';

interface PatientSecDeps {
  readonly store: Pick<ScreenerStore, 'unreached' | 'saveUnreached'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/**
 * How long nothing is requested after a failure, so that a silent SEC costs one call its time limit and not
 * each call.
 */
const FAILURE_MS = 60_000;
/** The name for the SEC as a whole: what fails in the ways of `OF_ALL` fails for every document. */
const SEC = 'SEC';
const OF_ALL: ReadonlySet<string> = new Set(['sec_timeout', 'sec_unavailable']);
/** Errors that are no failure: answers of the SEC, or waits that the client keeps itself. */
const NOT_FAILED: ReadonlySet<string> = new Set(['not_found', 'invalid_cik', 'sec_throttled']);

/**
 * Creates a client that remembers failures in the store, for all processes, and refuses at once while they
 * are recent.
 */
export function createPatientSec(sec: SecClient, { store, clock }: PatientSecDeps): SecClient {
  const patient =
    <Args extends readonly string[]>(
      name: string,
      ask: (...args: Args) => ReturnType<SecClient['companyFacts']>,
    ) =>
    async (...args: Args): ReturnType<SecClient['companyFacts']> => {
      const document = `${SEC} ${[name, ...args].join(' ')}`;
      const failed = (await store.unreached(SEC, clock())) ?? (await store.unreached(document, clock()));
      if (failed !== null) {
        return fail('sec_unavailable', failed.message, { until: formatInstant(failed.until) });
      }
      const answer = await ask(...args);
      if (answer.ok || NOT_FAILED.has(answer.error.code)) return answer;
      const { code, message } = answer.error;
      const until = clock() + FAILURE_MS;
      await store.saveUnreached(OF_ALL.has(code) ? SEC : document, { until, message });
      return answer;
    };
  return {
    companyFacts: patient('companyfacts', sec.companyFacts),
    submissions: patient('submissions', sec.submissions),
    companyTickers: patient('tickers', sec.companyTickers),
    companyTickersMutualFund: patient('fund tickers', sec.companyTickersMutualFund),
    fundFilings: patient('fund filings', sec.fundFilings),
    fundReport: patient('fund report', sec.fundReport),
    dailyIndex: patient('daily index', sec.dailyIndex),
  };
}
