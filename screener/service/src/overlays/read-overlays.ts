import { type CalendarDate, dateOfInstant } from '@common/base/calendar';
import { ok, type Result } from '@common/base/result';
import type { IndexedList } from '@screener/engine/overlays/official-list';
import { OVERLAY_NAMES, type OverlayName, parseOverlayNames } from '@screener/engine/overlays/overlay-names';
import { type Overlays, readOverlays as readNamed } from '@screener/engine/overlays/overlays';
import type { ScreenAnswer } from '../use-cases/screen-ticker.ts';

export interface OverlayDeps {
  /** The official lists at hand, of every date. */
  readonly lists: readonly IndexedList[];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** What overlays are read from: who was screened, and the SIC code that it was screened by. */
export type Overlaid = Pick<ScreenAnswer, 'symbol' | 'cik' | 'name' | 'business_activity'>;

/**
 * The overlays that `asked` names (`all`, or names by commas), by the lists of the date that the screening was asked
 * for. Without one (`asOf` null) by the lists of today, although the facts at hand may end earlier: a list is looked
 * up, and needs no report. The verdict and the score are there already: what comes out stands beside them.
 */
export function readOverlays(
  deps: OverlayDeps,
  answer: Overlaid,
  asked: string,
  asOf: CalendarDate | null,
): Result<Overlays, 'unknown_overlay'> {
  const names = parseOverlayNames(asked);
  return names.ok ? ok(readParsedOverlays(deps, answer, names.value, asOf)) : names;
}

/** `readOverlays` of names that were read before the screening was made. */
export function readParsedOverlays(
  deps: OverlayDeps,
  answer: Overlaid,
  names: readonly OverlayName[],
  asOf: CalendarDate | null,
): Overlays {
  const { symbol, cik, name, business_activity: business } = answer;
  // The store keeps no earlier names of a filer.
  const subject = { symbol, cik, name, formerNames: [], sic: business.sic };
  return readNamed(subject, deps.lists, asOf ?? dateOfInstant(deps.clock()), names);
}

/** What a caller without a key is told in place of overlays. */
export interface OverlayOffer {
  readonly available: readonly OverlayName[];
  readonly note: string;
}

export const OVERLAY_OFFER: OverlayOffer = {
  available: OVERLAY_NAMES,
  note: 'Overlays need an API key. Get a free one with POST /api/keys and send it as x-api-key.',
};
