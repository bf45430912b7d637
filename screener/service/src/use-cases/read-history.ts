import { fail, ok, type Result } from '@common/base/result';
import { ScreeningChanges } from '@screener/engine/history/changes';
import { DatedScreening } from '@screener/engine/history/dated-screening';
import { type RuleSetId, Rules } from '@screener/engine/methodologies/methodology';
import { type AnswerOf, list, nullable, nullableText, object, text } from '@screener/engine/schema-parts';
import { Origin, type ScreenerStore, type ScreeningPlace } from '../store/store.ts';
import { readTimeline, type TimelineDeps } from './timeline.ts';

const HistorySnapshot = object({
  ...DatedScreening.properties,
  origin: Origin,
  changes: nullable(ScreeningChanges, 'What is different from the screening before; null for the first'),
});
export type HistorySnapshot = AnswerOf<typeof HistorySnapshot>;

export const HistoryAnswer = object(
  {
    symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
    rules: Rules,
    snapshots: list(
      HistorySnapshot,
      'Screenings that differ from the one before, newest first, and those of the days on which a verdict went stale (changes.stale); empty for funds',
    ),
    next_cursor: nullableText('Send it as cursor for older screenings; null if there are none'),
  },
  { title: 'History', description: 'Dated screenings of one ticker' },
);
export type HistoryAnswer = AnswerOf<typeof HistoryAnswer>;

export interface HistoryDeps extends TimelineDeps {
  readonly store: TimelineDeps['store'] & Pick<ScreenerStore, 'funds'>;
}

interface HistoryPage {
  readonly limit: number;
  /** The place given by the `next_cursor` of the page before. */
  readonly after?: ScreeningPlace | undefined;
  /** Ends the page early, after at least one screening. Default: no such limit. */
  readonly mostBytes?: number;
}

/** Returns the dated screenings of a ticker, newest first, each with what changed since the one before. */
export async function readHistory(
  deps: HistoryDeps,
  symbol: string,
  rules: RuleSetId,
  { limit, after, mostBytes = Number.POSITIVE_INFINITY }: HistoryPage,
): Promise<Result<HistoryAnswer, 'ticker_not_found'>> {
  const { store } = deps;
  const listing = await store.findListing(symbol);
  // A fund has an empty history rather than an unknown one.
  if (listing === null && (await store.funds.findFund(symbol)) === null)
    return fail('ticker_not_found', `${symbol} is not in the SEC’s list of tickers.`);
  const kept = await readTimeline(deps, symbol, rules, limit + 1, after);
  const snapshots: HistorySnapshot[] = [];
  let bytes = 0;
  for (const { screening, origin, changes } of kept.slice(0, limit)) {
    const snapshot = { ...screening, origin, changes };
    bytes += mostBytes === Number.POSITIVE_INFINITY ? 0 : Buffer.byteLength(JSON.stringify(snapshot));
    if (bytes > mostBytes && snapshots.length > 0) break;
    snapshots.push(snapshot);
  }
  const last = snapshots.length < kept.length ? kept[snapshots.length - 1] : undefined;
  return ok({ symbol, rules, snapshots, next_cursor: last === undefined ? null : cursorOf(last) });
}

function cursorOf({ asOf, recordedAt, fingerprint }: ScreeningPlace): string {
  return Buffer.from(`${asOf} ${recordedAt} ${fingerprint}`).toString('base64url');
}

/** Reads the place from a `next_cursor`; undefined without one. */
export function understandCursor(
  cursor: string | undefined,
): Result<ScreeningPlace | undefined, 'invalid_cursor'> {
  if (cursor === undefined) return ok(undefined);
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, asOf, recordedAt, fingerprint] = /^(\d{4}-\d\d-\d\d) (\d{1,15}) ([0-9a-f]{64})$/.exec(text) ?? [];
  if (asOf === undefined || recordedAt === undefined || fingerprint === undefined) {
    return fail('invalid_cursor', 'cursor must be the next_cursor of a history. Leave it out to begin.');
  }
  return ok({ asOf, recordedAt: Number(recordedAt), fingerprint });
}
