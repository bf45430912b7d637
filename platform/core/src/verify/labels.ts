import { formatInstant, instantMs } from '@common/base/instant';
import type { Crypto } from '@common/evidence/crypto';
import type { OpenReceipt } from '../objects/receipt.ts';
import type { CloudKeys } from './cloud/cloud-keys.ts';
import { labelCloud } from './cloud/label.ts';
import { labelVenue, readVenue, type Venue, type VenueLabel } from './venue.ts';

const VENUES = {
  'known venue': 'known venue (in the shipped list of known venues)',
  'unknown key': 'unknown key (not in the shipped list of known venues)',
} as const satisfies Record<VenueLabel, string>;

export type Label = readonly [name: string, value: string];

const LEVELS = {
  'L1-sim': 'L1-sim: simulated, no hardware vouches for it',
  'L1-declared': 'L1-declared: where it ran is declared, nothing measured the software',
} as const satisfies Record<OpenReceipt['what']['level_achieved'], string>;

/** Inputs that the verifier uses only for labels. */
export interface LabelInputs {
  /** Texts of the venue.json files that the verifier ships. */
  readonly venues: readonly string[];
  /** Keys of the cloud that the reader trusts; null or absent for none. */
  readonly cloudKeys?: CloudKeys | null;
  /** What the reader's clock says, in milliseconds since the epoch. */
  readonly nowMs: number;
  /** The reader's name, as a label. */
  readonly as: string | undefined;
}

/** INVARIANT: labels stand beside the checks and change neither verdict nor exit code. */
export function labelsOf(
  crypto: Crypto,
  receipt: OpenReceipt | null,
  { venues: venueTexts, cloudKeys = null, nowMs, as }: LabelInputs,
): Label[] {
  const own: Label[] = as === undefined ? [] : [['as', as]];
  if (receipt === null) return own;
  const venues: Venue[] = venueTexts.flatMap((text) => {
    const venue = readVenue(text);
    return venue.ok ? [venue.value] : [];
  });
  const { where, what, signatures } = receipt;
  const cloud = labelCloud(crypto, receipt, cloudKeys);
  const future = labelFuture(receipt, nowMs);
  return [
    [
      'venue',
      `${where.venue}, decided by ${signatures.pep.kid}: ${VENUES[labelVenue(crypto, receipt, venues)]}`,
    ],
    ['tier', `${what.plugin} ${what.plugin_version} has tier ${what.tier}`],
    ['level', LEVELS[what.level_achieved]],
    ...(cloud === null ? [] : [['cloud', cloud] as const]),
    ...(future === null ? [] : [['date', future] as const]),
    ...own,
  ];
}

/** Two honest clocks may differ by this much. */
const CLOCK_ALLOWANCE_MS = 300_000;

/**
 * A remark on a receipt of the future. It is no check, because the reader's clock proves nothing either; the order of
 * the receipt's own instants is checked, and this is the last of them.
 */
export function labelFuture({ when: { assembled_at: at } }: OpenReceipt, nowMs: number): string | null {
  const ahead = (instantMs(at) ?? Number.NaN) - nowMs;
  if (!(ahead > CLOCK_ALLOWANCE_MS)) return null;
  return `in the future: the receipt is of ${at}, and it is ${formatInstant(nowMs)} here, so one of the two clocks is wrong`;
}
