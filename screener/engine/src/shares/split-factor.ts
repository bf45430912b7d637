/** The largest split that is recognised: 1,000 shares for one, or one for 1,000. */
const GREATEST_FACTOR = 1_000;
/** Splits into a number of shares that is not whole: three for two. */
const HALVES = 1.5;
/** How far the ratio of two counts may be from a split's factor: companies issue and buy back shares meanwhile. */
const TOLERANCE = 0.02;
/** Neighbouring whole factors must stay distinguishable. */
const GREATEST_DISTANCE = 0.25;

/**
 * The factor of the split by which a number of shares may have changed: a whole number, one divided by a whole
 * number, or three for two; null if the change is none of them.
 * @example splitFactor(20.005) // 20
 * @example splitFactor(0.125) // 0.125
 * @example splitFactor(1.86) // null
 */
export function splitFactor(ratio: number): number | null {
  if (!(ratio > 0)) return null;
  if (ratio < 1) {
    const pieces = splitFactor(1 / ratio);
    return pieces === null || pieces === HALVES ? null : 1 / pieces;
  }
  const isNear = (factor: number) =>
    Math.abs(ratio - factor) <= Math.min(TOLERANCE * factor, GREATEST_DISTANCE);
  const whole = Math.round(ratio);
  if (whole >= 2 && whole <= GREATEST_FACTOR && isNear(whole)) return whole;
  return isNear(HALVES) ? HALVES : null;
}
