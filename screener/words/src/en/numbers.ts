/** A number with its unit, such as `950.4` and ` m`; and the currency before it. */
interface Scaled {
  readonly mark: string;
  readonly digits: string;
  readonly unit: string;
}

const SMALL = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Writes a small count as a word, and others in digits. */
export function small(count: number): string {
  return SMALL[count] ?? String(count);
}

export const RANGES = {
  notKnown: 'not known',
  atLeast: (value: string) => `at least ${value}`,
  atMost: (value: string) => `at most ${value}`,
};

export const NUMBERS = {
  trillion: ' tn',
  billion: ' bn',
  million: ' m',
  under: (value: string) => `under ${value}`,
  about: (value: string) => `about ${value}`,
  /** An amount, or a range of amounts, for one share. */
  eachShare: (value: string) => `${value} a share`,
  /** A range whose ends have different units: `$950.4 m – 1.2 bn`. */
  twoUnits: (low: Scaled, dash: string, high: Scaled) =>
    `${low.mark}${low.digits}${low.unit} ${dash} ${high.digits}${high.unit}`,
  small: SMALL,
};
