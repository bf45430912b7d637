import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import type { OverlayName } from '@screener/engine/overlays/overlay-names';
import type { Overlays } from '@screener/engine/overlays/overlays';
import type { AnswerOf } from '@screener/engine/schema-parts';
import { worded } from '@screener/words/answer';
import { Type } from 'typebox';
import {
  OVERLAY_OFFER,
  type OverlayDeps,
  type OverlayOffer,
  readParsedOverlays,
} from '../overlays/read-overlays.ts';
import { type HoldingsPage, PagedAnswer, pageHoldings, TOP_PAGE } from '../use-cases/page-holdings.ts';
import {
  type ScreenAnswer,
  type ScreenDeps,
  type ScreenRefusal,
  screenTicker,
  type UnderstoodRequest,
} from '../use-cases/screen-ticker.ts';
import { wasReached } from '../use-cases/unreached.ts';
import { type ReadyAnswer, successBody } from './answer-body.ts';
import type { AnswerCache } from './answer-cache.ts';

export interface WantedAnswer extends UnderstoodRequest {
  /** The overlays requested; `offer` if the tier has none; null if none were requested. */
  readonly overlays: readonly OverlayName[] | 'offer' | null;
  readonly page: HoldingsPage;
  /** The members of `data` to send; null for all. */
  readonly fields: readonly string[] | null;
}

/** What is sent of a screening if nothing else is requested. */
export const PLAIN = { overlays: null, page: TOP_PAGE, fields: null } as const;

type AnswerRefusal = ScreenRefusal | 'invalid_cursor';
/** A screening with only the members that the caller chose. */
const ScreeningPart = Type.Partial(PagedAnswer);
type ScreeningPart = AnswerOf<typeof ScreeningPart>;
type Outcome = Result<MadeAnswer, AnswerRefusal>;

/** A screening, ready to send. */
export interface ReadyScreening extends ReadyAnswer {
  readonly compliance: ScreenAnswer['compliance'];
}

interface MadeAnswer extends ReadyScreening {
  /** False if a source was not reached, so that the next request tries it again. */
  readonly mayKeep: boolean;
}

/** Serves screenings as bytes that are ready to send, shared by all requests for the same screening. */
export interface Answers {
  /**
   * Returns a cached answer without a promise, whose turns would cost more than everything else; undefined if
   * the answer must be made.
   */
  getNow(wanted: WantedAnswer, today: CalendarDate): ReadyScreening | undefined;
  read(wanted: WantedAnswer): Promise<Outcome>;
}

export function createAnswers(deps: ScreenDeps & OverlayDeps, cache: AnswerCache<ReadyScreening>): Answers {
  /** Requests for the same answer wait for the one that makes it. */
  const running = new Map<string, Promise<Outcome>>();
  const today = () => dateOfInstant(deps.clock());

  function read(wanted: WantedAnswer): Promise<Outcome> {
    const key = keyOf(wanted, today());
    const known = running.get(key);
    if (known !== undefined) return known;
    const made = make(wanted, key).finally(() => running.delete(key));
    running.set(key, made);
    return made;
  }

  async function make(wanted: WantedAnswer, key: string): Promise<Outcome> {
    const generation = await cache.generation();
    const known = cache.getNow(key);
    if (known !== undefined) return ok({ ...known, mayKeep: true });
    const answer = wanted.fields === null ? await screenNow(wanted) : await readPart(wanted, wanted.fields);
    if (answer.ok && answer.value.mayKeep) cache.set(key, answer.value, generation);
    return answer;
  }

  async function screenNow(wanted: WantedAnswer): Promise<Outcome> {
    const answer = await screenTicker(deps, wanted);
    if (!answer.ok) return answer;
    const paged = pageHoldings(worded(answer.value), wanted.page);
    if (!paged.ok) return paged;
    const ready = successBody<typeof PagedAnswer>(
      wanted.overlays === null
        ? paged.value
        : { ...paged.value, overlays: overlaysOf(deps, answer.value, wanted) },
    );
    const { compliance } = answer.value;
    return ok({ ...ready, compliance, mayKeep: wasReached(answer.value) });
  }

  /** Picks members from the whole answer, so that all parts of it come from one screening. */
  async function readPart(wanted: WantedAnswer, fields: readonly string[]): Promise<Outcome> {
    const whole = await read({ ...wanted, fields: null });
    if (!whole.ok) return whole;
    const { data } = JSON.parse(whole.value.body.toString()) as { readonly data: ScreeningPart };
    const part: ScreeningPart = Object.fromEntries(
      Object.entries(data).filter(([name]) => fields.includes(name)),
    );
    return ok({ ...whole.value, ...successBody<typeof ScreeningPart>(part) });
  }

  return { getNow: (wanted, date) => cache.getNow(keyOf(wanted, date)), read };
}

function overlaysOf(
  deps: OverlayDeps,
  answer: ScreenAnswer,
  { overlays, asOf }: WantedAnswer,
): Overlays | OverlayOffer {
  if (overlays === null || overlays === 'offer') return OVERLAY_OFFER;
  return readParsedOverlays(deps, answer, overlays, asOf);
}

/**
 * Returns one key for all spellings of a request. Ages count to today, so tomorrow's answer has another key, whatever
 * its date.
 */
function keyOf(
  { symbol, asOf, rules, chosen, overlays, page, fields }: WantedAnswer,
  today: CalendarDate,
): string {
  const key = `${symbol}|${asOf ?? 'present'}|${today}|${rules}|${chosen?.join() ?? ''}`;
  if (overlays === null && page === TOP_PAGE && fields === null) return key;
  // Without a date an overlay uses today's lists, which are read only at the start.
  return JSON.stringify([key, overlays, page, fields]);
}
