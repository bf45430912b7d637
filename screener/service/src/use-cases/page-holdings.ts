import { fail, ok, type Result } from '@common/base/result';
import { EtfLookThrough } from '@screener/engine/funds/fund-screening';
import { Overlays } from '@screener/engine/overlays/overlays';
import { type AnswerOf, choice, count, nullableText, object } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import { OverlayOffer } from '../overlays/read-overlays.ts';
import { WordedAnswer } from './screen-ticker.ts';

export const HOLDINGS_SHOWN = ['none', 'top', 'all'] as const;
type HoldingsShown = (typeof HOLDINGS_SHOWN)[number];

/** Which of a fund's lines an answer lists. */
export interface HoldingsPage {
  readonly show: HoldingsShown;
  /** The `next_cursor` of the page before; only with `all`. */
  readonly cursor: string | null;
  /** With `all`: every line, on one page. */
  readonly whole?: true;
}

export const PagedLookThrough = object(
  {
    ...EtfLookThrough.properties,
    holdings_page: object(
      {
        show: choice(HOLDINGS_SHOWN, 'What was asked for: none of the holdings, the largest, or all by page'),
        holdings: count('Holdings in all'),
        unresolved: count('Unresolved holdings in all'),
        anomalies: count('Anomalies in all'),
        next_cursor: nullableText(
          'Send it as cursor, with holdings=all, for the holdings that follow; null after the last',
        ),
      },
      {
        description:
          'Which of the lines are listed here, and how many there are in all. Weights and totals are always of the whole fund',
      },
    ),
  },
  {
    description:
      'Only for funds: what they hold. Weights are values over net assets, in percent; amounts are in US dollars',
  },
);
export type PagedLookThrough = AnswerOf<typeof PagedLookThrough>;

/**
 * An answer as it is sent, with a part of a fund's lines: a whole fund with thousands of holdings is
 * megabytes.
 */
export const PagedAnswer = object(
  {
    ...WordedAnswer.properties,
    etf_look_through: Type.Optional(PagedLookThrough),
    overlays: Type.Optional(
      Type.Union([Overlays, OverlayOffer], {
        description: 'Where overlays were asked for. They never change the verdict or the score',
      }),
    ),
  },
  { title: 'Screening', description: 'One ticker at one date, with the evidence for every number' },
);
export type PagedAnswer = AnswerOf<typeof PagedAnswer>;

export const TOP_HOLDINGS = 10;
export const HOLDINGS_A_PAGE = 200;
export const TOP_PAGE: HoldingsPage = { show: 'top', cursor: null };
/** The answer from which a fund's verdict can be recomputed. */
export const WHOLE_FUND: HoldingsPage = { show: 'all', cursor: null, whole: true };

type HoldingsSlice = Pick<EtfLookThrough, 'holdings' | 'unresolved' | 'anomalies'> & {
  /** The place of the first line that is not listed; null if none follows. */
  readonly next: number | null;
};

/**
 * Returns an answer with a part of its fund's lines, largest first: `none`, the `top` ten, or a page of
 * `all`. A company's answer stays as it is. A cursor from another report is refused, because its pages would
 * not fit together.
 */
export function pageHoldings(
  answer: WordedAnswer,
  { show, cursor, whole }: HoldingsPage,
): Result<PagedAnswer, 'invalid_cursor'> {
  const { etf_look_through: fund, ...rest } = answer;
  if (fund === undefined) return cursor === null ? ok(rest) : fail('invalid_cursor', NOT_A_FUND);
  const from = cursor === null ? 0 : readCursor(cursor, fund);
  if (from === null || (cursor !== null && show !== 'all')) return fail('invalid_cursor', WRONG_CURSOR);
  const { next, ...listed } = whole ? { ...fund, next: null } : PAGES[show](fund, from);
  return ok({
    ...rest,
    etf_look_through: {
      ...fund,
      ...listed,
      holdings_page: {
        show,
        holdings: fund.holdings.length,
        unresolved: fund.unresolved.length,
        anomalies: fund.anomalies.length,
        next_cursor: next === null ? null : cursorAt(next, fund),
      },
    },
  });
}

/** Returns the answer with the largest ten holdings. This needs no cursor and is never refused. */
export function topOf(answer: WordedAnswer): PagedAnswer {
  const paged = pageHoldings(answer, TOP_PAGE);
  if (!paged.ok) throw new Error(paged.error.message);
  return paged.value;
}

const PAGES: Readonly<Record<HoldingsShown, (fund: EtfLookThrough, from: number) => HoldingsSlice>> = {
  none: ({ anomalies }) => ({
    holdings: [],
    unresolved: [],
    anomalies: anomalies.filter(({ line }) => line === null),
    next: null,
  }),
  // The largest unresolved holdings are rarely among the largest holdings, and matter as much.
  top: (fund) => ({
    ...linesOf(fund, 0, TOP_HOLDINGS),
    unresolved: fund.unresolved.toSorted((a, b) => b.value - a.value).slice(0, TOP_HOLDINGS),
  }),
  all: (fund, from) => linesOf(fund, from, HOLDINGS_A_PAGE),
};

/** Returns some holdings, and the findings about just these lines. */
function linesOf(fund: EtfLookThrough, from: number, count: number): HoldingsSlice {
  const holdings = fund.holdings.slice(from, from + count);
  const lines = new Set(holdings.map(({ line }) => line));
  return {
    holdings,
    unresolved: fund.unresolved.filter(({ line }) => lines.has(line)),
    anomalies: fund.anomalies.filter(({ line }) => (line === null ? from === 0 : lines.has(line))),
    next: from + count < fund.holdings.length ? from + count : null,
  };
}

/**
 * Returns the cursor for a place. The order of holdings depends on their report alone, so its name and a
 * place are enough.
 */
function cursorAt(place: number, fund: EtfLookThrough): string {
  return Buffer.from(`${reportName(fund)} ${place}`).toString('base64url');
}

function readCursor(cursor: string, fund: EtfLookThrough): number | null {
  const [, report, place] = /^(.*) (\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return report === reportName(fund) && Number(place) < fund.holdings.length ? Number(place) : null;
}

function reportName({ report }: EtfLookThrough): string {
  return `${report?.period_end ?? ''} ${report?.accession ?? ''}`;
}

const NOT_A_FUND = 'cursor is for the holdings of a fund. Leave it out.';
const WRONG_CURSOR =
  'cursor is not from the newest report of this fund, or holdings is not all. Ask for holdings=all without cursor, and follow next_cursor.';
