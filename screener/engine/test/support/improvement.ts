import type { DecidedScreening } from '@screener/engine/screened';
import type { AmountAnswer } from '@screener/engine/screening';

/**
 * What may not happen when facts are removed.
 *
 * Weak form, for any data: no check passes that did not pass, no check's upper end falls, the verdict gets no better
 * (compliant, questionable, non_compliant; `not_screenable` stays), no verdict that was possible becomes impossible, the
 * score does not rise, the percentage to purify does not fall.
 *
 * Strict form, for figures that do not contradict each other: each check, methodology and the verdict stays the same or
 * becomes open (`unknown`, `not_screenable`), and each amount's interval contains the earlier one.
 */
export function improvements(before: DecidedScreening, after: DecidedScreening): string[] {
  const found: string[] = [];
  if (after.score > before.score) found.push(`score ${before.score} -> ${after.score}`);
  if (VERDICT_RANK[after.compliance] > VERDICT_RANK[before.compliance]) {
    found.push(`verdict ${before.compliance} -> ${after.compliance}`);
  }
  found.push(...lessToPurify(before.purification, after.purification));
  const lost = before.possible.filter((verdict) => !after.possible.includes(verdict));
  if (lost.length > 0) found.push(`possible ${before.possible} -> ${after.possible}`);
  for (const [was, is] of checkPairs(before, after)) {
    const name = `${is.methodology} ${is.ratio}`;
    if (is.status === 'pass' && was.status !== 'pass') found.push(`${name} ${was.status} -> pass`);
    if (ends(is.high) < ends(was.high)) found.push(`${name} upper end ${was.high} -> ${is.high}`);
  }
  for (const [index, methodology] of after.methodologies.entries()) {
    const was = before.methodologies[index]?.status;
    if (methodology.status === 'pass' && was !== 'pass') found.push(`${methodology.id} ${was} -> pass`);
  }
  return found;
}

export function strictChanges(before: DecidedScreening, after: DecidedScreening): string[] {
  const found = improvements(before, after);
  if (after.compliance !== before.compliance && after.compliance !== 'not_screenable') {
    found.push(`verdict ${before.compliance} -> ${after.compliance}`);
  }
  for (const [was, is] of checkPairs(before, after)) {
    if (is.status !== was.status && is.status !== 'unknown') {
      found.push(`${is.methodology} ${is.ratio} ${was.status} -> ${is.status}`);
    }
  }
  for (const [name, was] of Object.entries(before.amounts)) {
    const is = after.amounts[name];
    if (is !== undefined && !contains(is, was)) found.push(`${name} ${interval(was)} -> ${interval(is)}`);
  }
  return found;
}

/**
 * Where the gross figure is taken away, the figure net of investment expense is given in its place (ADR 0011): it may be
 * smaller by the expense, but its upper end is not.
 */
function lessToPurify(was: DecidedScreening['purification'], is: DecidedScreening['purification']): string[] {
  const [before, after] = [was, is].map((one) => ends(one.pct_of_dividends_and_gains));
  if (before === undefined || after === undefined || after >= before) return [];
  const isNetOfExpense =
    was.low_pct === was.high_pct && is.basis !== 'reported' && ends(is.high_pct) >= before;
  return isNetOfExpense ? [] : [`to purify ${before} -> ${after}`];
}

/** Not screenable is the floor: removing facts may not lead away from it. */
const VERDICT_RANK = { compliant: 3, questionable: 2, non_compliant: 1, not_screenable: 0 } as const;

function checkPairs(before: DecidedScreening, after: DecidedScreening) {
  return after.methodologies.flatMap((methodology, index) =>
    methodology.checks.flatMap((check, place) => {
      const was = before.methodologies[index]?.checks[place];
      if (was === undefined || was.ratio !== check.ratio) throw new Error('screenings of two rule sets');
      return [[was, { ...check, methodology: methodology.id }] as const];
    }),
  );
}

function contains(outer: AmountAnswer, inner: AmountAnswer): boolean {
  return outer.low <= inner.low && ends(outer.high) >= ends(inner.high);
}

function ends(high: number | null): number {
  return high ?? Number.POSITIVE_INFINITY;
}

export function interval(amount: AmountAnswer): string {
  return `[${amount.low}, ${amount.high ?? 'no end'}]`;
}
