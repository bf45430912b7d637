import { fail, ok, type Result } from '@common/base/result';
import { type Static, Type } from 'typebox';

/** Overlays that rest on a list that an authority publishes. */
export const OFFICIAL_OVERLAYS = ['dod_1260h', 'uflpa', 'state_scrutinized'] as const;
export type OfficialOverlay = (typeof OFFICIAL_OVERLAYS)[number];

/** Overlays that rest on what the company does: see industry-table.ts. */
export const INDUSTRY_OVERLAYS = [
  'weapons_defense',
  'fossil_fuels',
  'tobacco',
  'alcohol',
  'gambling',
  'adult_entertainment',
  'private_prisons',
  'civilian_firearms',
] as const;
export type IndustryOverlay = (typeof INDUSTRY_OVERLAYS)[number];

/** In the order of answers. */
export const OVERLAY_NAMES = [...OFFICIAL_OVERLAYS, ...INDUSTRY_OVERLAYS] as const;
export const OverlayName = Type.Enum(OVERLAY_NAMES);
export type OverlayName = Static<typeof OverlayName>;

/** What each official overlay lists. */
export const OFFICIAL_OVERLAY_TITLES: Readonly<Record<OfficialOverlay, string>> = {
  dod_1260h: 'Chinese military companies, section 1260H, US Department of Defense',
  uflpa: 'Entity list of the Uyghur Forced Labor Prevention Act, US Department of Homeland Security',
  state_scrutinized:
    'Companies that US states scrutinize or restrict: several lists, each with its own source',
};

const ALL = 'all';
/** The most characters of a request. All names together have fewer than half of them. */
const REQUEST_LIMIT = 400;
const NAMED_IN_MESSAGE = 5;

/**
 * Reads `all` or a comma-separated list of names. Letter case, spaces, empty entries and duplicates make no difference,
 * and the answer is in the order of `OVERLAY_NAMES`, so that two requests for the same overlays are the same.
 * @example parseOverlayNames('Tobacco, ,uflpa,tobacco') // ok(['uflpa', 'tobacco'])
 * @example parseOverlayNames('').error.code // 'unknown_overlay'
 */
export function parseOverlayNames(text: string): Result<readonly OverlayName[], 'unknown_overlay'> {
  const known: ReadonlySet<string> = new Set([ALL, ...OVERLAY_NAMES]);
  if (text.length > REQUEST_LIMIT) {
    return fail('unknown_overlay', `overlays has more than ${REQUEST_LIMIT} characters: ${CHOICE}`);
  }
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const asked = new Set(names.filter((name) => name !== ''));
  if (asked.size === 0) return fail('unknown_overlay', `overlays is empty: ${CHOICE}`);
  const unknown = [...asked].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const named = unknown.slice(0, NAMED_IN_MESSAGE).map((name) => JSON.stringify(name));
    return fail('unknown_overlay', `Unknown overlay ${named.join(', ')}: ${CHOICE}`, { unknown });
  }
  return ok(asked.has(ALL) ? OVERLAY_NAMES : OVERLAY_NAMES.filter((name) => asked.has(name)));
}

const CHOICE = `ask for all, or any of ${OVERLAY_NAMES.join(', ')}.`;
