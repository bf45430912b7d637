import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { add, quotient } from '@common/base/exact';
import { ok, type Result } from '@common/base/result';
import { byChoice } from '@screener/engine/chosen';
import { status } from '@screener/engine/methodologies/check';
import { rounded } from '@screener/engine/methodologies/digits';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import {
  type AnswerOf,
  choice,
  count,
  flag,
  list,
  nullable,
  nullableDate,
  nullableNum,
  nullableText,
  num,
  object,
  Text,
  text,
} from '@screener/engine/schema-parts';
import { Screening } from '@screener/engine/screening';
import { VERDICTS, type Verdict, verdict } from '@screener/engine/verdict/verdict';
import {
  type HeldLine,
  type HoldingsRefusal,
  MOST_HOLDINGS,
  MOST_HOLDINGS_CHARACTERS,
  type ReadHoldings,
  readHoldings,
} from '@screener/sources/holdings/read-holdings';
import { worded } from '@screener/words/answer';
import type { Search } from '../search/search.ts';
import { screenBatch } from '../use-cases/screen-batch.ts';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '../use-cases/screen-ticker.ts';
import { apartOf, LineNotHeld, notHeld } from './line-apart.ts';
import { type MatchedHolding, matchHoldings } from './match-holdings.ts';
import { standingOf } from './standing.ts';
import { closeOf, VALUE_SOURCES, type Valued, valueIn } from './value-holding.ts';

const Holding = object(
  {
    symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
    name: nullableText('The filer’s name at the SEC'),
    lines: list(count('Of the text, from 1'), 'The lines that were added up'),
    quantity: nullableNum('Shares; null where no line says how many'),
    value: nullableNum('In US dollars; null where it is not known'),
    value_from: nullable(
      choice(
        VALUE_SOURCES,
        'given: as the lines say; close: quantity times the newest close, unless that is more than 45 days old or the listing ended',
      ),
      'Where value comes from; null without it',
    ),
    close_date: nullableDate('The trading day of the close; null where value does not rest on one'),
    weight_pct: nullableNum('Of total_value, in percent with six significant digits; null without a value'),
    compliance_today: verdict(
      'What counts today, and is in shares: compliance, or not_screenable where stale is not null',
    ),
    compliance: verdict(
      'On the day as_of, by the chosen methodologies; without a choice, by all of them. Today it may count no longer: compliance_today',
    ),
    compliance_by_all: verdict('On the day as_of, by all methodologies'),
    as_of: nullableDate('The date of its screening; null where it could not be screened'),
    stale: Screening.properties.stale,
    reason: text('Why it has its verdict, or none, in one plain sentence'),
    needs_decision: flag('False only for a compliant holding whose verdict is of today'),
    methodologies: list(
      object({
        id: text('Its id: aaoifi'),
        status: status('What it says on business and ratios, on the day as_of'),
      }),
      'What each methodology says on the day as_of; empty where it could not be screened',
    ),
  },
  { title: 'PortfolioHolding' },
);

const share = (description: string) =>
  object(
    {
      holdings: count('How many'),
      value: num('Of those with a value, in US dollars'),
      pct: nullableNum('Of total_value, in percent with six significant digits; null where that is 0'),
    },
    { description },
  );
type Share = AnswerOf<ReturnType<typeof share>>;

const SHARES: Readonly<Record<Verdict, string>> = {
  compliant: 'Compliant, with a verdict of today',
  questionable: 'Questionable, likewise',
  non_compliant: 'Non-compliant, likewise',
  not_screenable: 'Without a verdict of today: there is none, or it is stale and so of an earlier day',
};

export const Portfolio = object(
  {
    chosen: list(Text, 'The ids of the methodologies that were chosen; empty for no choice'),
    total_value: num('Of all holdings with a value, in US dollars'),
    without_value: count('Holdings whose value is not known: they count in no share of value'),
    shares: object(
      Object.fromEntries(VERDICTS.map((verdict) => [verdict, share(SHARES[verdict])])) as Record<
        Verdict,
        ReturnType<typeof share>
      >,
      { description: 'By verdict of today' },
    ),
    by_methodology: list(
      object({
        id: text('Its id: aaoifi'),
        pass: share('What passes it'),
        fail: share('What fails it'),
        unknown: share('What is not decided, not screened, or stale'),
      }),
      'By methodology',
    ),
    holdings: list(Holding, 'The heaviest first; those without a value last'),
    apart: list(
      LineNotHeld,
      'Cash, options, what is not listed here, and what is not held today: not counted',
    ),
    unread: list(
      object({ line: count('From 1'), text: text('Its beginning, or the day of sale that is none') }),
      'Lines in which nothing was found, or a day of sale that does not exist',
    ),
  },
  { title: 'Portfolio', description: 'What is held, and what each of the methodologies says of it' },
);
export type Portfolio = AnswerOf<typeof Portfolio>;
type Held = Portfolio['holdings'][number];

export interface PortfolioDeps extends ScreenDeps {
  readonly search: Search;
  readonly onFailure: (error: unknown, symbol: string) => void;
  /** Says why an answer has its verdict; by default in the answer’s own summary. */
  readonly reasonOf?: (answer: ScreenAnswer) => string;
  /** The methodologies that the caller follows; absent or null for no choice. */
  readonly chosen?: readonly string[] | null;
  /** Default: `current`. */
  readonly rules?: RuleSetId;
}

/** Five hundred companies take some seconds; a source that hangs must not take longer. */
const LIMIT_MS = 20_000;
/** What a whole list takes while it is screened and sent. */
export const PORTFOLIO_BYTES = MOST_HOLDINGS * 8_192;

/** The most lines of a portfolio, and characters of its text. */
export const MOST = { lines: MOST_HOLDINGS, characters: MOST_HOLDINGS_CHARACTERS } as const;

/** Reads the holdings of a text, screens each as of the present date, and weighs the verdicts by value. */
export async function assessText(
  deps: PortfolioDeps,
  text: string,
): Promise<Result<Portfolio, HoldingsRefusal>> {
  const read = readHoldings(text);
  return read.ok ? ok(await assessPortfolio(deps, read.value)) : read;
}

async function assessPortfolio(deps: PortfolioDeps, read: ReadHoldings): Promise<Portfolio> {
  const { lines, ...left } = heldToday(read, dateOfInstant(deps.clock()));
  const { holdings: matched, apart } = await matchHoldings(deps.search, lines);
  const results = await screenBatch(
    {
      async screen(request) {
        const screened = await screenTicker(deps, request);
        return screened.ok ? ok(keptOf(screened.value, deps.reasonOf ?? summaryOf)) : screened;
      },
      clock: deps.clock,
      batchLimitMs: LIMIT_MS,
      onFailure: deps.onFailure,
      chosen: deps.chosen ?? null,
      rules: deps.rules ?? 'current',
    },
    matched.map(({ symbol }) => symbol),
  );
  const valued = await Promise.all(
    matched.map(async (holding, index) => {
      const result = results[index];
      const screened = result !== undefined && 'answer' in result ? result.answer : null;
      const close = await closeOf(deps, holding.symbol);
      const problem = result !== undefined && 'error' in result ? result.error.message : '';
      return { ...valueIn(holding, close), holding, screened, problem };
    }),
  );
  const total = valued.reduce((sum, { value }) => add(sum, value ?? 0), 0);
  const held = valued.map((one) => heldOf(one, total)).sort((a, b) => (b.value ?? -1) - (a.value ?? -1));
  return {
    chosen: deps.chosen ?? [],
    total_value: total,
    without_value: held.filter(({ value }) => value === null).length,
    shares: Object.fromEntries(
      VERDICTS.map((verdict) => [
        verdict,
        shareOf(
          held.filter((one) => one.compliance_today === verdict),
          total,
        ),
      ]),
    ) as Portfolio['shares'],
    by_methodology: byMethodology(held, total),
    holdings: held,
    apart: [...apart.map((one) => ({ ...apartOf(one), day: null })), ...left.apart].sort(byLine),
    unread: left.unread,
  };
}

/**
 * Keeps what is held today. INVARIANT: what was sold, or is bought later, is in no share of value, on whatever way the
 * holdings came.
 */
function heldToday({ lines, unread }: ReadHoldings, today: CalendarDate) {
  const held: HeldLine[] = [];
  const apart: Portfolio['apart'][number][] = [];
  const unclear: { line: number; text: string }[] = [];
  for (const line of lines) {
    const standing = standingOf(line, today);
    if (standing === 'held') held.push(line);
    else if (standing === 'unclear')
      unclear.push({ line: line.line, text: `${line.asked}: sold ${line.sold}` });
    else apart.push(notHeld(line, standing));
  }
  return { lines: held, apart, unread: [...unread, ...unclear].sort(byLine) };
}

function byLine(one: { readonly line: number }, other: { readonly line: number }): number {
  return one.line - other.line;
}

/** What is kept of a screening: five hundred whole ones would take tens of megabytes. */
type Screened = Pick<Held, 'compliance' | 'compliance_by_all' | 'stale' | 'reason' | 'methodologies'> &
  Pick<ScreenAnswer, 'name' | 'as_of'>;

function summaryOf(answer: ScreenAnswer): string {
  return worded(answer).summary;
}

function keptOf(answer: ScreenAnswer, reasonOf: (answer: ScreenAnswer) => string): Screened {
  const { name, as_of, compliance, stale } = byChoice(answer);
  const methodologies = answer.methodologies.map(({ id, status }) => ({ id, status }));
  return {
    ...{ name, as_of, stale, methodologies, compliance },
    compliance_by_all: answer.compliance,
    reason: reasonOf(byChoice(answer)),
  };
}

interface Found extends Valued {
  readonly holding: MatchedHolding;
  readonly screened: Screened | null;
  /** Why it was not screened. */
  readonly problem: string;
}

function heldOf({ holding, screened, problem, value, value_from, close_date }: Found, total: number): Held {
  const compliance = screened?.compliance ?? 'not_screenable';
  const stale = screened?.stale ?? null;
  const today = stale === null ? compliance : 'not_screenable';
  return {
    symbol: holding.symbol,
    name: screened?.name ?? holding.name,
    lines: holding.lines.map(({ line }) => line),
    quantity: holding.quantity,
    value,
    value_from,
    close_date,
    weight_pct: value === null || total === 0 ? null : percentOf(value, total),
    // A stale verdict is of an earlier day, and counts for nothing now.
    compliance_today: today,
    compliance,
    compliance_by_all: screened?.compliance_by_all ?? 'not_screenable',
    as_of: screened?.as_of ?? null,
    stale,
    reason: screened?.reason ?? problem,
    needs_decision: today !== 'compliant',
    methodologies: screened?.methodologies ?? [],
  };
}

/** What a methodology says of a holding today: nothing by a report that is too old. */
export function statusToday(
  { stale, methodologies }: Pick<Held, 'stale' | 'methodologies'>,
  id: string,
): Held['methodologies'][number]['status'] {
  return (stale === null ? methodologies.find((each) => each.id === id)?.status : undefined) ?? 'unknown';
}

function shareOf(held: readonly Held[], total: number): Share {
  const value = held.reduce((sum, one) => add(sum, one.value ?? 0), 0);
  return { holdings: held.length, value, pct: total === 0 ? null : percentOf(value, total) };
}

function byMethodology(held: readonly Held[], total: number): Portfolio['by_methodology'] {
  const ids = [...new Set(held.flatMap(({ methodologies }) => methodologies.map(({ id }) => id)))];
  return ids.map((id) => {
    const of = (status: string) =>
      shareOf(
        held.filter((one) => statusToday(one, id) === status),
        total,
      );
    return { id, pass: of('pass'), fail: of('fail'), unknown: of('unknown') };
  });
}

function percentOf(part: number, whole: number): number {
  return rounded(quotient([part, 100], [whole]));
}
