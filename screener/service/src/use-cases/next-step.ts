import type { CalendarDate } from '@common/base/calendar';
import type { FormerListing } from '@screener/engine/names/former-listing';
import type { DecidedNextStep, NextStepCode } from '@screener/engine/next-step';
import type { DecidedScreening, Gap, Summary } from '@screener/engine/screened';

interface Circumstances {
  /** Whether this server asks the SEC for what it lacks. */
  readonly isLive: boolean;
  /** The date that was asked for; null for the present. */
  readonly asOf: CalendarDate | null;
  readonly today: CalendarDate;
  readonly former: FormerListing | null;
}

type Undecided = Pick<DecidedScreening, 'compliance' | 'missing' | 'anchor' | 'next_report_expected'>;

/** Returns what can be done about an answer without a verdict; null for one with a verdict. */
export function nextStepOf(answer: Undecided, circumstances: Circumstances): DecidedNextStep | null {
  if (answer.compliance !== 'not_screenable') return null;
  const { former } = circumstances;
  if (former !== null) return stepForFormer(former);
  for (const { gap } of answer.missing) {
    const known = stepFor(gap, answer, circumstances);
    if (known !== null) return known;
  }
  return step(answer.anchor === null ? 'wait_for_report' : 'read_report');
}

export function stepForFormer({ renamed_to: now, successor }: FormerListing): DecidedNextStep {
  return now === null
    ? step('no_longer_listed', { symbol: successor })
    : step('use_current_ticker', { symbol: now });
}

/** Returns what closes a gap; null if no more than reading the report does. */
function stepFor(
  gap: Gap,
  { next_report_expected: expected }: Undecided,
  { isLive, asOf, today }: Circumstances,
): DecidedNextStep | null {
  switch (gap.code) {
    case 'holds_no_securities':
      return step('nothing_to_screen');
    case 'not_common_stock':
      return step('use_common_stock');
    case 'facts_not_at_hand':
      return step(isLive ? 'try_again' : 'connect_to_sec');
    case 'holdings_not_at_hand':
      return step(isLive ? 'wait_for_report' : 'provide_holdings');
    case 'reports_not_here':
      if (isLive) return step('try_again');
      return step(gap.form.startsWith('NPORT') ? 'provide_holdings' : 'connect_to_sec');
    case 'no_exchange_rate':
      return isLive ? null : step('connect_to_sec');
    case 'business_activity':
      return isLive ? null : step('connect_to_sec');
    case 'stale_report':
    case 'holdings_too_old':
    case 'no_periodic_report':
      if (!isLive) return step('connect_to_sec');
      if (asOf !== null && asOf < today) return step('ask_another_date');
      return step('wait_for_report', { date: expected !== null && expected > today ? expected : null });
    case 'open_weight':
      return !isLive && gap.part === 'not_screenable_holdings' ? step('connect_to_sec') : null;
    case 'price_not_reached':
    case 'rates_not_reached':
      return step('try_again');
    case 'no_price':
      return step('provide_prices');
    default:
      return null;
  }
}

const WHO: Readonly<Record<NextStepCode, DecidedNextStep['who']>> = {
  connect_to_sec: 'operator',
  provide_holdings: 'operator',
  provide_prices: 'operator',
  try_again: 'reader',
  wait_for_report: 'nobody',
  ask_another_date: 'reader',
  use_current_ticker: 'reader',
  use_common_stock: 'reader',
  read_report: 'reader',
  no_longer_listed: 'nobody',
  nothing_to_screen: 'nobody',
};

function step(
  code: NextStepCode,
  { symbol = null, date = null }: Partial<Pick<DecidedNextStep, 'symbol' | 'date'>> = {},
): DecidedNextStep {
  return { code, who: WHO[code], symbol, date };
}

/** Whether a listing that has ended since was still there on a day that was asked for. */
export function wasListedAt(asOf: CalendarDate | null, former: FormerListing | null): boolean {
  return asOf !== null && former !== null && former.last_listed !== null && asOf <= former.last_listed;
}

/**
 * Says first of an answer without a verdict that the listing has ended. That its figures are not stored here is then
 * no longer worth saying.
 */
export function tellFormer<Answer extends Pick<DecidedScreening, 'compliance' | 'missing' | 'summary'>>(
  answer: Answer,
  former: FormerListing | null,
): Answer {
  if (former === null || answer.compliance !== 'not_screenable') return answer;
  const gap: Gap = { code: 'no_longer_listed', former };
  const missing = [
    { code: gap.code, gap },
    ...answer.missing.filter(({ code }) => code !== 'facts_not_at_hand'),
  ];
  const summary: Summary = 'missing' in answer.summary ? { ...answer.summary, missing } : answer.summary;
  return { ...answer, missing, summary };
}
