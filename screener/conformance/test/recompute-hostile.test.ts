import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { answerIn, verdictWords } from '../recompute/answer-file.ts';
import { recompute } from '../recompute/recompute.ts';
import { strictJson } from '../recompute/strict-json.ts';
import { UnusableInput } from '../recompute/unusable.ts';
import { APPLE, at, draftOf } from './tamperings.ts';

/** One in so many places of an answer is changed. */
const ONE_IN = size({ quick: 7, full: 1 });
const GOOD = JSON.stringify(APPLE);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Why a text is refused; null if it is read. */
function refusalOf(text: string): string | null {
  try {
    strictJson(text, 'save it again');
    return null;
  } catch (error) {
    assert.ok(error instanceof UnusableInput, String(error));
    return error.message;
  }
}

describe('an answer that is not what the service sends', () => {
  test('is refused where readers may see different values in it, with what to do', () => {
    for (const [text, why] of [
      ['{"a":1,"b":{"a":2},"a":3}', 'the field "a" appears twice in one object'],
      ['[{"a\\\\":1,"\\u0061\\\\" : 2}]', 'the field "\\u0061\\\\" appears twice in one object'],
      ['{"__proto__":1}', 'a field is named __proto__'],
      ['["\\ud800"]', 'it has half a surrogate pair'],
      ['["\ud800"]', 'it has half a surrogate pair'],
      ['[1.0]', 'the number 1.0 is not spelled as it was sent'],
      ['[-0]', 'the number -0 is not spelled as it was sent'],
      ['[1E5]', 'the number 1E5 is not spelled as it was sent'],
      [`[${'9'.repeat(400)}]`, `the number ${'9'.repeat(40)} is not spelled as it was sent`],
      ['[1e+31]', 'the number 1e+31 is beyond what is reckoned with'],
      ['[5e-324]', 'the number 5e-324 is beyond what is reckoned with'],
      [nested(65), 'it has more than 64 levels'],
      [nested(100_000), 'it has more than 64 levels'],
      [`"${'\\"'.repeat(8_388_608)}"`, 'it has more than 16777216 characters'],
    ] as const) {
      assert.equal(refusalOf(text), `${why}; save it again`);
    }
    assert.match(refusalOf('\ufeff{}') ?? '', /^it is not JSON .*; save it again$/);
    const read = [
      nested(64),
      `"${'\\"'.repeat(1_000_000)}"`,
      '{"a": ["a", "a", {"a" : "1.0, \\"a\\":"}], "b":-1.5}',
      GOOD,
    ];
    for (const text of read) assert.equal(refusalOf(text), null, text.slice(0, 80));
  });

  test('is refused also if it is not sealed', () => {
    const twice = GOOD.replace('"symbol"', '"symbol":"MSFT","symbol"');
    assert.throws(() => answerIn(twice), /"symbol" appears twice in one object; save the answer again/);
    assert.throws(() => answerIn(GOOD.replace('"score":', '"score":0.0,"other":')), /0\.0 is not spelled/);
  });

  test('ends in a disagreement or a refusal, whatever stands in place of a number or a list', () => {
    const values = [0, -1, 1e30, 1e-30, '', null, [], {}, [null], '9999-12-31'];
    const places = [...placesIn(APPLE)].filter((_, index) => index % ONE_IN === 0);
    for (const [index, place] of places.entries()) {
      const draft: unknown = draftOf(APPLE);
      const value = values[index % values.length];
      put(draft, place, value);
      try {
        recompute(draft);
      } catch (error) {
        const where = `${place.join('.')} = ${JSON.stringify(value)}`;
        assert.ok(error instanceof UnusableInput, `${where}: ${error instanceof Error && error.stack}`);
      }
    }
    assert.ok(places.length > 100, `${places.length} places`);
    const divided = draftOf(APPLE);
    Object.assign(divided.purification.share_basis ?? {}, { factor_low: 0 });
    assert.throws(() => recompute(divided), /divided by zero; look in it for a zero where a price/);
  });

  test('is told with its verdict, its day and its age', () => {
    assert.equal(verdictWords({ ...APPLE }), 'AAPL: compliant as of 2026-02-25, not stale');
    const late = { ...APPLE, stale: { since: '2026-06-18', why: 'report_late' } };
    assert.match(verdictWords(late), /, stale since 2026-06-18 \(the next report is late\)$/);
  });
});

function* placesIn(value: unknown, place: readonly string[] = []): Generator<readonly string[]> {
  if (place.length > 0) yield place;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* placesIn(member, [...place, name]);
}

function put(draft: unknown, place: readonly string[], value: unknown): void {
  const parent = place.slice(0, -1).reduce<unknown>((one, name) => Reflect.get(Object(one), name), draft);
  Reflect.set(Object(parent), at([...place], -1), value);
}
