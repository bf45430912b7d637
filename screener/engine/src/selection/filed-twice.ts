import type { Fact } from '../facts.ts';

/** A figure with fewer digits is an estimate, not the rounding of another. */
const LEAST_DIGITS = 2;

/**
 * Of the figures that one filing gives for one thing, those that are not a rounding of another, the smallest first.
 * More than one remains where the filing contradicts itself. The order in a file says nothing: notes repeat figures of
 * the statements in rounded form, before them or after them.
 */
export function distinctFigures(facts: readonly Fact[]): readonly Fact[] {
  const byValue = new Map(facts.map((fact) => [fact.value, fact]));
  const values = [...byValue.keys()];
  return [...byValue.values()]
    .filter(({ value }) => !values.some((exact) => isRoundingOf(value, exact)))
    .toSorted((a, b) => a.value - b.value);
}

/** Whether `rough` is `exact` with fewer digits, of which there are at least two: 172,000 million for 171,797 million. */
function isRoundingOf(rough: number, exact: number): boolean {
  const least = 10 ** (LEAST_DIGITS - 1);
  for (let unit = 10; unit * least <= Math.abs(rough) && rough % unit === 0; unit *= 10) {
    if (exact % unit !== 0 && Math.abs(exact - rough) <= unit / 2) return true;
  }
  return false;
}

/** More ways than this to read a report, and none of its amounts is believed. */
const MOST_READINGS = 8;

/** Which of the figures is read of each thing that a filing gives several for, by a name of the thing. */
export type Choice = ReadonlyMap<string, number>;

/**
 * What `read` gives with each choice among contradicting figures; null if they are too many. `contradictions` names
 * what was read so far that is filed more than once, with the number of its figures.
 */
export function everyReading<Reading>(
  contradictions: () => ReadonlyMap<string, number>,
  read: (choice: Choice) => Reading,
): readonly Reading[] | null {
  let readings: readonly Reading[] = [read(new Map())];
  for (let known = 0; contradictions().size > known; ) {
    known = contradictions().size;
    const choices = choicesAmong([...contradictions()]);
    if (choices.length > MOST_READINGS) return null;
    readings = choices.map(read);
  }
  return readings;
}

function choicesAmong(figures: readonly (readonly [name: string, count: number])[]): readonly Choice[] {
  return figures.reduce<readonly Choice[]>(
    (choices, [name, count]) =>
      choices.flatMap((choice) =>
        Array.from({ length: count }, (_, index) => new Map([...choice, [name, index]])),
      ),
    [new Map()],
  );
}
