import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import type { IndexedList } from '@screener/engine/overlays/official-list';
import { OVERLAY_NAMES, OverlayName, parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import { type Overlays, readOverlays as readNamed } from '@screener/engine/overlays/overlays';
import { type AnswerOf, list, object, text } from '@screener/engine/schema-parts';
import type { Screening } from '@screener/engine/screening';

export interface OverlayDeps {
  /** The imported official lists, of every date. */
  readonly lists: readonly IndexedList[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What overlays are read from: the company screened, and the SIC code used. */
export type OverlaidCompany = Pick<Screening, 'symbol' | 'cik' | 'name' | 'business_activity'>;

/**
 * Reads the overlays that `asked` names (`all`, or comma-separated names) from the lists of the screening's
 * date. Without a date (`asOf` null), today's lists count, even if the stored facts end earlier, because
 * looking up a list needs no report. Overlays never change the verdict or the score.
 */
export function readOverlays(
  deps: OverlayDeps,
  answer: OverlaidCompany,
  asked: string,
  asOf: CalendarDate | null,
): Result<Overlays, 'unknown_overlay'> {
  const names = parseOverlayNames(asked);
  return names.ok ? ok(readParsedOverlays(deps, answer, names.value, asOf)) : names;
}

/** Does what `readOverlays` does, for names that were parsed before the screening. */
export function readParsedOverlays(
  deps: OverlayDeps,
  answer: OverlaidCompany,
  names: readonly OverlayName[],
  asOf: CalendarDate | null,
): Overlays {
  const { symbol, cik, name, business_activity: business } = answer;
  // The store keeps no earlier names of a filer.
  const subject = { symbol, cik, name, formerNames: [], sic: business.sic };
  return readNamed(subject, deps.lists, asOf ?? dateOfInstant(deps.clock()), names);
}

/** What a caller without a key gets instead of overlays (interface document, 4.1, rule 2). */
export const OverlayOffer = object({
  available: list(OverlayName, 'Overlays that a key can ask for'),
  note: text('How to get a key'),
});
export type OverlayOffer = AnswerOf<typeof OverlayOffer>;

export const OVERLAY_OFFER: OverlayOffer = {
  available: OVERLAY_NAMES,
  note: 'Overlays need an API key. Get a free one with POST /api/keys and send it as x-api-key or bearer token.',
};
