import type { Receipt } from '@platform/protocol/receipt';
import type { Crypto } from './crypto.ts';
import { labelVenue, readVenue, type Venue, type VenueLabel } from './venue.ts';

const VENUES = {
  'known venue': 'known venue (in the shipped list of known venues)',
  'unknown key': 'unknown key (not in the shipped list of known venues)',
} as const satisfies Record<VenueLabel, string>;

export type Label = readonly [name: string, value: string];

const LEVELS = {
  'L1-sim': 'L1-sim: simulated, no hardware vouches for it',
  'L1-declared': 'L1-declared: the cloud says so, nothing measured the software',
} as const satisfies Record<Receipt['what']['level_achieved'], string>;

/** INVARIANT: labels stand beside the checks and change neither verdict nor exit code. */
export function labelsOf(
  crypto: Crypto,
  receipt: Receipt | null,
  venueTexts: readonly string[],
  as: string | undefined,
): Label[] {
  const own: Label[] = as === undefined ? [] : [['as', as]];
  if (receipt === null) return own;
  const venues: Venue[] = venueTexts.flatMap((text) => {
    const venue = readVenue(text);
    return venue.ok ? [venue.value] : [];
  });
  const { where, what, signatures } = receipt;
  return [
    [
      'venue',
      `${where.venue}, decided by ${signatures.pep.kid}: ${VENUES[labelVenue(crypto, receipt, venues)]}`,
    ],
    ['tier', `${what.plugin} ${what.plugin_version} has tier ${what.tier}`],
    ['level', LEVELS[what.level_achieved]],
    ...own,
  ];
}
