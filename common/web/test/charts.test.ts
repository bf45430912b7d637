import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { barsByDay, shareBar, smallSteps, stepChart } from '@common/web/charts';

const inWords = (value: number) => `${value * 100}%`;
const STEPS = [
  { day: '2024-01-01', value: 0.2, meaning: 'pass' },
  { day: '2024-07-01', value: null, meaning: 'unknown' },
  { day: '2025-01-01', value: 0.6, meaning: 'fail' },
] as const;
const WORDS = {
  limit: (limits: string) => `limit ${limits}`,
  now: (value: string) => `now ${value}`,
  notKnown: 'not known',
  begins: (value: string) => `The scale begins at ${value}.`,
  ends: (limits: string, now: string) => `Limit ${limits}, now ${now}.`,
};
const CHART = { steps: STEPS, end: '2025-12-31', limit: 0.4, inWords, label: 'Debt <of all>', words: WORDS };

describe('a step chart', () => {
  const chart = `${stepChart({ ...CHART, title: 'Debt', flips: [{ day: '2025-01-01', number: 1 }], ribbon: [] })}`;

  test('draws each known step once, and a gap where nothing is known', () => {
    assert.equal(chart.match(/class="step pass"/g)?.length, 1);
    assert.equal(chart.match(/class="step fail"/g)?.length, 1);
    assert.doesNotMatch(chart, /class="step unknown"/);
  });

  test('has an escaped label, the limit and the present value', () => {
    assert.match(chart, /role="img" aria-label="Debt &lt;of all&gt;"/);
    assert.match(chart, /Limit 40%, now 60%/);
  });

  test('of a single day, or without any value, is still drawn', () => {
    const [first, unknown] = STEPS;
    for (const step of [first, unknown]) {
      const one = stepChart({ ...CHART, steps: [step], end: step.day, title: '', flips: [], ribbon: [] });
      assert.doesNotMatch(
        `${one}${smallSteps({ ...CHART, steps: [step], end: step.day, caption: '' })}`,
        /NaN|Infinity/,
      );
    }
  });
});

describe('bars by day', () => {
  const days = ['2026-02-01', '2026-02-02', '2026-02-03'];
  const words = {
    longDay: (day: string) => `Tag ${day}`,
    shortDay: (day: string) => day.slice(5),
    none: 'Keine.',
    inAll: (total: string, most: string, day: string) => `${total} in allem, ${most} am ${day}.`,
    inks: (solid: string, grey: string) => `${solid} und ${grey}.`,
    numbers: 'Alle Zahlen',
    day: 'Tag',
  };
  const bars = (counts: readonly number[]) =>
    `${barsByDay({ days, series: [{ name: 'Aufrufe', counts }], label: 'Aufrufe', words })}`;

  test('label the greatest day, and give every number as a table, in the words of the page', () => {
    const drawn = bars([0, 1200, 3]);
    assert.match(drawn, /1,203 in allem, 1,200 am Tag 2026-02-02\./);
    assert.equal(drawn.match(/<rect/g)?.length, 2);
    assert.match(drawn, /02-01<\/th><td class="number">0<\/td>/);
  });

  test('without any count draw nothing, and say so', () => {
    const drawn = bars([0, 0, 0]);
    assert.match(drawn, /Keine\./);
    assert.doesNotMatch(drawn, /<svg/);
  });
});

test('a share beyond its whole is drawn as the whole', () => {
  assert.match(`${shareBar(1.2)}`, /width="100%"/);
  assert.match(`${shareBar(-1)}`, /width="0%"/);
});
