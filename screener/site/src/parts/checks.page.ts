import type { CheckAnswer } from '@screener/engine/screening';

const AMOUNTS: Readonly<Record<string, string>> = {
  cash_and_current_securities: 'cash and current securities',
  cash_and_all_securities: 'cash and securities',
  receivables_and_cash: 'receivables and cash',
  market_cap: 'market cap',
  total_assets: 'assets',
  interest_income: 'interest',
  value_of_failing_holdings: 'failing',
};

/** What a ratio compares, in few words: `Debt ÷ market cap`. */
export function ratioInWords({
  numerator,
  denominator,
}: Pick<CheckAnswer, 'numerator' | 'denominator'>): string {
  const text = `${amountInWords(numerator)} ÷ ${amountInWords(denominator)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An amount of a check, for a label. */
export function amountInWords(name: string): string {
  return AMOUNTS[name] ?? name.replaceAll('_', ' ');
}

type Placed = Pick<CheckAnswer, 'status' | 'low' | 'high' | 'threshold'>;

const URGENCY = { fail: 2, unknown: 1, pass: 0 } as const;

/** The check that says most about a methodology: one that fails, then one left open, then the nearest to its limit. */
export function nearestCheck<Check extends Placed>(checks: readonly Check[]): Check | undefined {
  return checks.reduce<Check | undefined>(
    (nearest, check) => (nearest === undefined || isNearer(check, nearest) ? check : nearest),
    undefined,
  );
}

function isNearer(check: Placed, than: Placed): boolean {
  const [urgency, other] = [URGENCY[check.status], URGENCY[than.status]];
  if (urgency !== other) return urgency > other;
  // Of two checks left open, the one of which something is known says more.
  if (check.status === 'unknown' && isKnown(check) !== isKnown(than)) return isKnown(check);
  return shareOf(check) > shareOf(than);
}

/** Whether anything bounds a ratio: if not, there is nothing to draw. */
export function isKnown({ low, high }: Pick<CheckAnswer, 'low' | 'high'>): boolean {
  return low > 0 || high !== null;
}

/** How far up to its limit a ratio reaches; a fail is certain from its low end. */
function shareOf({ status, low, high, threshold }: Placed): number {
  return (status === 'fail' ? low : (high ?? Number.POSITIVE_INFINITY)) / threshold;
}
