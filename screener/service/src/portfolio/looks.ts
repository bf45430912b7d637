import type { CalendarDate } from '@common/base/calendar';
import type { Verdict } from '@screener/engine/verdict/verdict';
import type { Choice } from '../accounts/choice.store.ts';
import type { Portfolio } from './assess-portfolio.ts';

type Held = Portfolio['holdings'][number];

/** One holding as it was shown: its verdict, and whether that was of an earlier day because no recent report was here. */
export interface SeenHolding {
  readonly symbol: string;
  readonly name: string | null;
  /** Null where it could not be screened then. */
  readonly compliance: Verdict | null;
  readonly isStale: boolean;
}

/** What an account was shown of its list on a day. */
interface Look {
  readonly on: CalendarDate;
  readonly choice: Choice;
  readonly holdings: readonly SeenHolding[];
}

/** The newest look, and the newest of an earlier day: what changed since then is shown for the whole day. */
export interface Looks {
  readonly last: Look;
  readonly before: Look | null;
}

export interface ListChanges {
  /** The day of the look that is compared with. */
  readonly since: CalendarDate;
  /** Whether the account followed something else then: its verdicts then and now are not of one kind. */
  readonly isOtherChoice: boolean;
  readonly verdicts: readonly VerdictChange[];
  readonly added: readonly SeenHolding[];
  readonly gone: readonly SeenHolding[];
}

/**
 * `changed`: from one verdict to another, both of their days. `lapsed`: no recent report, so the verdict is of an
 * earlier day. `renewed`: a recent report is here again. `lost` and `gained`: there is no verdict now, or was none.
 */
export interface VerdictChange {
  readonly kind: 'changed' | 'lapsed' | 'renewed' | 'lost' | 'gained';
  readonly now: SeenHolding;
  readonly before: SeenHolding;
  /** Why it has its verdict now, or none, in a sentence. */
  readonly reason: string;
}

/**
 * What is shown of a portfolio now. A source that was not reached for a moment is no change: a holding that could not be
 * screened keeps what was shown of it before.
 */
export function lookAt(portfolio: Portfolio, choice: Choice, on: CalendarDate, earlier: Look | null): Look {
  const known = earlier !== null && isSameChoice(earlier.choice, choice) ? earlier.holdings : [];
  return {
    on,
    choice,
    holdings: portfolio.holdings.map((held) => {
      const before = held.as_of === null ? known.find(({ symbol }) => symbol === held.symbol) : undefined;
      return before ?? seenOf(held);
    }),
  };
}

function seenOf({ symbol, name, compliance, stale, as_of: asOf }: Held): SeenHolding {
  return { symbol, name, compliance: asOf === null ? null : compliance, isStale: stale !== null };
}

/** The looks after one more: a look of the same day replaces the newest. */
export function lookedAgain(looks: Looks | null, look: Look): Looks {
  if (looks === null) return { last: look, before: null };
  return { last: look, before: looks.last.on === look.on ? looks.before : looks.last };
}

/** What is different from the newest look of an earlier day; null if there was none. */
export function changesSince(before: Look | null, now: Look, portfolio: Portfolio): ListChanges | null {
  if (before === null) return null;
  const isOtherChoice = !isSameChoice(before.choice, now.choice);
  const earlier = new Map(before.holdings.map((one) => [one.symbol, one]));
  const present = new Set(now.holdings.map(({ symbol }) => symbol));
  const reasons = new Map(portfolio.holdings.map(({ symbol, reason }) => [symbol, reason]));
  return {
    since: before.on,
    isOtherChoice,
    verdicts: isOtherChoice
      ? []
      : now.holdings.flatMap((one) => {
          const then = earlier.get(one.symbol);
          const kind = then === undefined ? null : kindOf(then, one);
          if (then === undefined || kind === null) return [];
          return [{ kind, now: one, before: then, reason: reasons.get(one.symbol) ?? '' }];
        }),
    added: now.holdings.filter(({ symbol }) => !earlier.has(symbol)),
    gone: before.holdings.filter(({ symbol }) => !present.has(symbol)),
  };
}

function isSameChoice(one: Choice, other: Choice): boolean {
  return one.rules === other.rules && one.methodologies?.join() === other.methodologies?.join();
}

/** A verdict that only grew old is none that changed, whatever it was. */
function kindOf(before: SeenHolding, now: SeenHolding): VerdictChange['kind'] | null {
  if (before.compliance === null || now.compliance === null) return null;
  if (now.compliance === 'not_screenable') return before.compliance === 'not_screenable' ? null : 'lost';
  if (now.isStale) return before.isStale || before.compliance === 'not_screenable' ? null : 'lapsed';
  if (before.compliance === 'not_screenable') return 'gained';
  if (before.compliance !== now.compliance) return 'changed';
  return before.isStale ? 'renewed' : null;
}
