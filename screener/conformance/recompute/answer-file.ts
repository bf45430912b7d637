import { memberOf } from './canonical.ts';
import { strictJson } from './strict-json.ts';
import { UnusableInput } from './unusable.ts';

const SAVE_AGAIN = 'save the answer again as the service sends it';

/** What a sealed answer has beside the screening, as far as it is read before it is checked. */
export interface SealedParts {
  readonly sealed: { readonly statement: Readonly<Record<string, string>> };
  readonly listed: { readonly number: number };
}

/** Returns the answer itself, taken out of its envelope if it is in one, and with its seal if it has one. */
export function answerIn(json: string): {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly sealed: SealedParts | null;
} {
  const parsed = strictJson(json, SAVE_AGAIN);
  if (!isObject(parsed)) throw new UnusableInput(`it is not the JSON of an answer; ${SAVE_AGAIN}`);
  const { success, data, error } = parsed;
  if (success === false) throw new UnusableInput(`it is a refusal: ${JSON.stringify(error)}`);
  const given = success === true ? data : parsed;
  const isSealed = isObject(given) && 'screening' in given;
  const answer = isSealed ? given.screening : given;
  if (!isObject(answer) || !('methodologies' in answer) || !('evidence' in answer)) {
    throw new UnusableInput(
      'it has no methodologies and evidence, so it is not a screening answer; give what /v1/screen or /v1/attest answered',
    );
  }
  refusePart(answer);
  return { answer, sealed: isSealed ? (given as unknown as SealedParts) : null };
}

/** Refuses a part of a fund's holdings: weights can be recomputed only from all of them. */
function refusePart({ etf_look_through: fund }: Readonly<Record<string, unknown>>): void {
  if (typeof fund !== 'object' || fund === null || !('holdings_page' in fund)) return;
  const { holdings_page: page } = fund;
  const listed = 'holdings' in fund && Array.isArray(fund.holdings) ? fund.holdings.length : 0;
  const all = typeof page === 'object' && page !== null && 'holdings' in page ? Number(page.holdings) : 0;
  if (listed === all) return;
  throw new UnusableInput(
    `it lists ${listed} of the fund’s ${all} holdings; \`sanad screen <ticker> --json\` gives the answer with all of them`,
  );
}

/** How much of an answer was recomputed, in words. */
export function countsOf({ amounts, methodologies, evidence }: Readonly<Record<string, unknown>>): string {
  const checks = listed(methodologies).flatMap((one) => listed(memberOf(one, 'checks')));
  const figures = listed(evidence).length;
  return `${Object.keys(amounts ?? {}).length} amounts, ${checks.length} checks, ${figures} evidence`;
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const STALE_WORDS: Readonly<Record<string, string>> = {
  report_late: 'the next report is late',
  report_not_here: 'a newer report is overdue here',
};

/** The verdict in words. INVARIANT: nothing disagrees, so that what the answer says is what was recomputed. */
export function verdictWords(answer: Readonly<Record<string, unknown>>): string {
  const { symbol, compliance, as_of: asOf, stale } = answer;
  const why = STALE_WORDS[String(memberOf(stale, 'why'))];
  const age = stale === null ? 'not stale' : `stale since ${memberOf(stale, 'since')} (${why})`;
  return `${symbol}: ${compliance} as of ${asOf}, ${age}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
