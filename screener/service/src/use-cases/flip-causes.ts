import type { CheckFlip, FlipCause } from '@screener/engine/history/changes';

/** Checks that flipped in the same way, with the figures shown for them. */
export interface FlipGroup {
  readonly flips: readonly CheckFlip[];
  readonly causes: ShownCauses;
}

export interface ShownCauses {
  /** False if no single figure would have flipped the check. */
  readonly areDecisive: boolean;
  readonly figures: readonly FlipCause[];
}

const CAUSES_SHOWN = 3;

/** Groups checks that flipped in the same way for the same figures, so that each group is shown once. */
export function groupFlips(flips: readonly CheckFlip[]): readonly FlipGroup[] {
  const told = flips.map((flip) => ({ flip, causes: shownCauses(flip.because) }));
  const groups = Map.groupBy(told, ({ flip, causes }) => JSON.stringify([flip.from, flip.to, causes]));
  return [...groups.values()].flatMap((group) => {
    const causes = group[0]?.causes;
    return causes === undefined ? [] : [{ flips: group.map(({ flip }) => flip), causes }];
  });
}

/** Returns the figures that decided; if no single one did, those that moved most. */
function shownCauses(because: readonly FlipCause[]): ShownCauses {
  const distinct = withoutEchoes(because);
  // A price that appears or disappears decides by itself, whatever else moved.
  const price = distinct.filter((cause) => isPrice(cause) && (cause.from === null || cause.to === null));
  const decisive = price.length > 0 ? price : distinct.filter((cause) => cause.decisive);
  const areDecisive = decisive.length > 0;
  return { areDecisive, figures: (areDecisive ? decisive : distinct).slice(0, CAUSES_SHOWN) };
}

/** Whether a figure comes from the market rather than a filing. */
export function isPrice(cause: FlipCause): boolean {
  return cause.xbrl_tag === null;
}

/** Drops repeated figures: assets and "liabilities and equity" are one figure under two tags. */
function withoutEchoes(causes: readonly FlipCause[]): readonly FlipCause[] {
  const key = ({ concept, from, to, accession }: FlipCause) => JSON.stringify([concept, from, to, accession]);
  return [...Map.groupBy(causes, key).values()].flatMap((echoes) => echoes.slice(0, 1));
}
