import { oddNumber } from './canonical.ts';

/** The reason why an input is not an answer to recompute. */
export class UnusableInput extends Error {}

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
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    throw new UnusableInput(`it is not JSON (${messageOf(error)})`);
  }
  if (!isObject(parsed)) throw new UnusableInput('it is not the JSON of an answer');
  const { success, data, error } = parsed;
  if (success === false) throw new UnusableInput(`it is a refusal: ${JSON.stringify(error)}`);
  const given = success === true ? data : parsed;
  const isSealed = isObject(given) && 'screening' in given;
  const odd = isSealed ? oddNumber(json) : null;
  if (odd !== null)
    throw new UnusableInput(`${odd} is not spelled as it was sent; save the answer as the service sends it`);
  const answer = isSealed ? given.screening : given;
  if (!isObject(answer) || !('methodologies' in answer) || !('evidence' in answer)) {
    throw new UnusableInput('it has no methodologies and evidence, so it is not a screening answer');
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
  const checks = (Array.isArray(methodologies) ? methodologies : []).flatMap((one) => one.checks);
  const counts = [
    Object.keys(amounts ?? {}).length,
    checks.length,
    Array.isArray(evidence) ? evidence.length : 0,
  ];
  return `${counts[0]} amounts, ${counts[1]} checks, ${counts[2]} evidence`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
