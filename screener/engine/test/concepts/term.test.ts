import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { evaluate } from '@screener/engine/amounts/expression';
import { knownPart, qualifiedTag, type Term, tagsOf } from '@screener/engine/concepts/term';
import fc from 'fast-check';

type Filed = Readonly<Record<string, number>>;

function lookupIn(filed: Filed) {
  return (tag: string) => {
    const value = filed[tag.replace('us-gaap:', '')];
    return value === undefined ? null : { value, from: tag };
  };
}

function known(term: Term, filed: Filed): number | null {
  return knownPart(term, lookupIn(filed))?.value ?? null;
}

suite('terms', () => {
  test('a bare name belongs to us-gaap', () => {
    assert.equal(qualifiedTag('Assets'), 'us-gaap:Assets');
    assert.equal(qualifiedTag('ifrs-full:Assets'), 'ifrs-full:Assets');
  });

  test('nothing filed means nothing known, which is not zero', () => {
    for (const term of ['A', { sum: ['A'] }, { max: ['A'] }, { nest: { wholes: ['A'], parts: ['B'] } }]) {
      assert.equal(known(term, {}), null);
    }
    assert.equal(known('A', { A: 0 }), 0);
  });

  test('a negative figure counts as not filed', () => {
    assert.equal(known('A', { A: -1 }), null);
    assert.equal(known({ sum: ['A', 'B'] }, { A: -1, B: 5 }), 5);
  });

  test('a sum adds what is filed; the largest of alternatives counts', () => {
    assert.equal(known({ sum: ['A', 'B', 'C'] }, { A: 1, C: 4 }), 5);
    assert.equal(known({ max: ['A', { sum: ['B', 'C'] }] }, { A: 6, B: 3, C: 4 }), 7);
  });

  test('every tag that a term reads is named', () => {
    const term: Term = {
      sum: ['A', { max: ['B', 'ifrs-full:C'] }, { nest: { wholes: ['D', ['E', 'F']], parts: ['G'] } }],
    };
    assert.deepEqual(
      [...tagsOf(term)].sort(),
      ['ifrs-full:C', ...['A', 'B', 'D', 'E', 'F', 'G'].map(qualifiedTag)].sort(),
    );
  });
});

suite('lines that may hold parts', () => {
  const term: Term = { nest: { wholes: ['Accrued', 'Other'], parts: ['Taxes', 'Leases', 'Wages'] } };

  test('parts that fit inside the lines are not counted beside them', () => {
    assert.equal(known(term, { Accrued: 50, Taxes: 20, Leases: 10 }), 50);
    assert.equal(known(term, { Accrued: 50, Other: 30, Taxes: 20, Wages: 45 }), 80);
  });

  test('a part larger than a line counts beside it', () => {
    assert.equal(known(term, { Accrued: 50, Taxes: 53 }), 103);
    assert.equal(known(term, { Accrued: 50, Taxes: 53, Leases: 10 }), 103, 'and the smaller one inside');
  });

  test('two units more are rounding, in what the line is filed in', () => {
    assert.equal(known(term, { Accrued: 50, Taxes: 52 }), 52);
    assert.equal(known(term, { Accrued: 9_000_000, Taxes: 11_000_000 }), 11_000_000);
    assert.equal(known(term, { Accrued: 9_000_000, Taxes: 11_000_001 }), 20_000_001);
    assert.equal(known(term, { Accrued: 9_001_000, Taxes: 9_003_001 }), 18_004_001);
  });

  test('a line that may hold something else counts at its share, what is certainly inside it in full', () => {
    const mixed: Term = { nest: { wholes: ['Accrued'], parts: ['Taxes', 'Wages'], share: 0.8 } };
    assert.equal(known(mixed, { Accrued: 100 }), 80);
    assert.equal(known(mixed, { Accrued: 100, Taxes: 60, Wages: 30 }), 90);
    assert.equal(known(mixed, { Accrued: 100, Taxes: 110 }), 190);
  });

  test('of parts that do not all fit, as much as fits is assumed to be inside', () => {
    assert.equal(
      known(term, { Accrued: 50, Taxes: 30, Leases: 25, Wages: 20 }),
      75,
      '30 + 20 fit, 25 counts beside',
    );
    assert.equal(known(term, { Accrued: 50, Taxes: 50, Leases: 25, Wages: 20 }), 95);
  });

  test('without a line the parts add up', () => {
    assert.equal(known(term, { Taxes: 30, Leases: 25 }), 55);
  });

  test('a line that is itself a note’s figure does not lower the count', () => {
    // Cisco 2019-10-26, in millions: receivables 4,878, other 2,433; loans of 5,026 fit into neither.
    const assets: Term = { nest: { wholes: ['Receivables', 'Other'], parts: ['Loans'] } };
    assert.equal(known(assets, { Receivables: 4878, Other: 2433, Loans: 5026 }), 9904);
    assert.equal(known(assets, { Receivables: 4878, Loans: 5026 }), 9904);
  });

  test('alternative tags of one line count once', () => {
    const line: Term = { nest: { wholes: [['Prepaid', 'Other']], parts: ['Taxes'] } };
    assert.equal(known(line, { Prepaid: 50, Other: 40, Taxes: 10 }), 50);
    assert.equal(known(line, { Prepaid: 50, Other: 40, Taxes: 45 }), 85, 'Other may be the line: 40 + 45');
  });
});

/** Terms of three levels over eight tags, each tag at one place, as in the chains. */
const terms: fc.Arbitrary<Term> = fc
  .shuffledSubarray(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], { minLength: 8, maxLength: 8 })
  .chain(([a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '']) =>
    fc.constantFrom<Term>(
      { sum: [a, { max: [b, c, { sum: [d, e] }] }, { max: [f, { sum: [g, h] }] }] },
      { max: [{ sum: [a, b] }, { nest: { wholes: [c], parts: [d, e, { max: [f, g] }, h] } }] },
      { nest: { wholes: [a, [b, c]], parts: [d, e, f, { max: [g, h] }] } },
      { nest: { wholes: [[a, b], c], parts: [d, e, f, g, h], share: 0.8 } },
      { sum: [{ nest: { wholes: [[a, b]], parts: [c, d] } }, { nest: { wholes: [e], parts: [f, g, h] } }] },
    ),
  );

const filings: fc.Arbitrary<Filed> = fc.dictionary(
  fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'),
  fc.integer({ min: 0, max: 60 }),
  { maxKeys: 8 },
);

suite('every term', () => {
  test('knows no more when a fact is removed', () => {
    fc.assert(
      fc.property(terms, filings, (term, filed) => {
        const whole = known(term, filed) ?? 0;
        for (const tag of Object.keys(filed)) {
          const { [tag]: _gone, ...fewer } = filed;
          const less = known(term, fewer) ?? 0;
          assert.ok(less <= whole, `without ${tag}: ${less}, with it ${whole}`);
        }
      }),
      { numRuns: size({ quick: 500, full: 3000 }) },
    );
  });

  test('can be recomputed from its expression', () => {
    fc.assert(
      fc.property(terms, filings, (term, filed) => {
        const part = knownPart(term, lookupIn(filed));
        if (part === null) return;
        const value = evaluate(part.from, (id) => filed[id.replace('us-gaap:', '')] ?? Number.NaN);
        assert.equal(value, part.value);
      }),
    );
  });
});
