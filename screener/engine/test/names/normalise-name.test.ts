import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { NAME_RULE_VERSION, normaliseName } from '@screener/engine/names/normalise-name';
import fc from 'fast-check';

function same(first: string, ...others: readonly string[]): void {
  const expected = normaliseName(first);
  assert.notEqual(expected, '', first);
  for (const name of others) assert.equal(normaliseName(name), expected, name);
}

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'The',
          'the',
          'Public',
          'Limited',
          'Liability',
          'Partnership',
          'Company',
          'Co.',
          'L.',
          'P',
          'S',
          'A',
        ],
        ...[
          '/',
          '\\',
          '/DE/',
          '/ ADR',
          'Cayman',
          '&',
          '’',
          "'",
          '.',
          ',',
          'N',
          'V',
          'ß',
          'ẞ',
          'Σ',
          'ﬁ',
          'é',
          '⅓',
          '１',
        ],
      ),
      { maxLength: 10 },
    )
    .chain((parts) => fc.constantFrom(' ', '').map((glue) => parts.join(glue))),
);

suite('a name in one spelling', () => {
  test('follows each step, by example', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['Ｃｒéｄｉｔ Agricole', 'credit agricole'],
      ['STRASSE AG', 'strasse ag'],
      ['Straße AG', 'strasse ag'],
      ['WELLS FARGO & COMPANY/MN', 'wells fargo and co'],
      ['VERTEX PHARMACEUTICALS INC / MA', 'vertex pharmaceuticals inc'],
      ['Troops, Inc. /Cayman Islands/', 'troops inc'],
      ['Ben & Jerry’s Homemade, Inc.', 'ben and jerrys homemade inc'],
      ["Ben & Jerry's Homemade, Inc.", 'ben and jerrys homemade inc'],
      ['The Coca-Cola Company', 'coca cola co'],
      ['A.B.C.  (Holdings)--Ltd', 'abc holdings ltd'],
      ['WALT DISNEY CO/', 'walt disney co'],
      ['ISS A/S / ADR', 'iss as'],
      ['Example S.A.', 'example sa'],
      ['阿里巴巴', '阿里巴巴'],
    ];
    for (const [name, expected] of cases) assert.equal(normaliseName(name), expected, name);
  });

  test('the legal form has one spelling', () => {
    same('Alibaba Group Holding Limited', 'ALIBABA GROUP HOLDING LTD', 'Alibaba Group Holding Ltd.');
    same('BYD Company Limited', 'BYD CO LTD', 'BYD Co., Ltd.');
    same('NIO, Inc.', 'NIO Inc.', 'Nio Incorporated');
    same('Barclays PLC', 'Barclays Public Limited Company', 'Barclays P.L.C.', 'BARCLAYS P L C');
    same('Example L.P.', 'Example Limited Partnership', 'EXAMPLE L P');
    same('Contemporary Amperex Technology Co., Limited/ADR', 'Contemporary Amperex Technology Co., Ltd.');
  });

  test('the legal form is never dropped', () => {
    const pairs: readonly (readonly [string, string])[] = [
      ['Costar Group Co., Ltd.', 'CoStar Group, Inc.'],
      ['Cactus SA', 'Cactus, Inc.'],
      ['Xinjiang Daqo New Energy Co. Ltd.', 'Daqo New Energy Corp.'],
      ['BYD Company Limited', 'BYD'],
      ['Barclays PLC', 'Barclays'],
      ['Hesai Group', 'Hesai Technology Co., Ltd.'],
    ];
    for (const [one, other] of pairs) assert.notEqual(normaliseName(one), normaliseName(other), one);
  });

  test('a part that looks like a tail but belongs to the name remains', () => {
    assert.equal(normaliseName('RE/MAX Holdings, Inc.'), 're max holdings inc');
    assert.equal(normaliseName('DATA I/O CORP'), 'data i o corp');
    assert.equal(normaliseName('Calamos Long/Short'), 'calamos long short');
  });

  test('the word "the" is dropped only at the start, and never leaves an empty name', () => {
    assert.equal(normaliseName('The The Bank of the West'), 'bank of the west');
    assert.equal(normaliseName('The'), 'the');
    assert.equal(normaliseName('Theravance'), 'theravance');
  });

  test('a name without letters or digits is empty', () => {
    for (const name of ['', '   ', '.', '/', '—&—'.replace('&', ''), "'’", '\ud800']) {
      assert.equal(normaliseName(name), '', JSON.stringify(name));
    }
  });

  test('tails are dropped one after another, however many', () => {
    assert.equal(normaliseName('Example Corp /DE/ /NEW/'), 'example corp');
    assert.equal(normaliseName(`Example Corp${'  /DE  '.repeat(500)}`), 'example corp');
    assert.equal(
      normaliseName(`Example Corp${'  /DE  '.repeat(500)}!`).startsWith('example corp de de'),
      true,
    );
  });

  test('words of the programming language are ordinary words', () => {
    assert.equal(normaliseName('constructor toString __proto__'), 'constructor tostring proto');
  });

  test('the rule has a version', () => assert.match(NAME_RULE_VERSION, /^name\/\d+$/));
});

suite('properties', () => {
  test('every character by itself, normalised twice, is what it is normalised once', () => {
    // Most letters with case, marks or another width come early; planes of ideographs are all alike.
    const step = size({ quick: 17, full: 1 });
    for (let code = 0; code <= 0x10_ffff; code += code < 0x3000 ? 1 : step) {
      const once = normaliseName(String.fromCodePoint(code));
      if (normaliseName(once) !== once) assert.fail(`U+${code.toString(16)}`);
    }
  });

  test('any string is accepted, and normalising twice is normalising once', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const once = normaliseName(name);
        assert.equal(normaliseName(once), once);
      }),
      { numRuns: size({ quick: 500, full: 5000 }) },
    );
  });

  test('the result has only letters, digits and single spaces', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        assert.match(normaliseName(name), /^(?:[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*)?$/u);
      }),
      { numRuns: size({ quick: 500, full: 5000 }) },
    );
  });

  test('case, width and spacing make no difference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), (name) => {
        const expected = normaliseName(name);
        assert.equal(normaliseName(name.toUpperCase()), expected);
        assert.equal(normaliseName(name.toLowerCase()), expected);
        assert.equal(normaliseName(`  ${name.replaceAll(' ', '   ')} `), expected);
      }),
      { numRuns: size({ quick: 500, full: 2000 }) },
    );
  });
});

test('invisible characters and trademark signs do not make another name', () => {
  const names = [
    'Foo\u200bBar Inc',
    'Foo\u00adBar Inc',
    'FooBar\u2122 Inc',
    'FooBar\u00ae Inc.',
    '\ufeffFooBar Inc',
  ];
  for (const name of names) assert.equal(normaliseName(name), 'foobar inc', JSON.stringify(name));
  for (const name of ["O'Reilly", 'O\u2019Reilly', 'O`Reilly', 'O\u00b4Reilly', 'O\u2018Reilly']) {
    assert.equal(normaliseName(name), 'oreilly', JSON.stringify(name));
  }
});
