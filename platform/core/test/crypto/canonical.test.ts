import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { canonicalText, findFlaw, MAX_DEPTH, MAX_TEXT_LENGTH, parseStrict } from '@common/evidence/canonical';
import { nodeCrypto } from '@common/evidence/node';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { ownVectors, sharedVectors } from '../verify/shared-vectors.ts';

interface CanonicalCase {
  readonly name: string;
  readonly text: string;
  readonly canonical: string;
}

interface RefusedCase {
  readonly name: string;
  readonly text: string;
  readonly code: string;
  readonly offset: number;
}

interface KnownAnswer {
  readonly input?: unknown;
  readonly normalized?: unknown;
  readonly pre_image?: string;
  readonly digest?: string;
  readonly jcs_n_correct_pre_image?: string;
  readonly jcs_n_correct_digest?: string;
}

describe('canonical JSON', () => {
  for (const { name, text, canonical } of ownVectors<{ cases: CanonicalCase[] }>('jcs/canonical.json')
    .cases) {
    test(name, () => assert.equal(canonicalText(unwrap(parseStrict(text))), canonical));
  }

  test('the known answers of a narrower profile (jcs-n), where it is plain RFC 8785', (t) => {
    const folder = sharedVectors('evidence/jcs-n/vectors/jcs-n/kats');
    if (folder === null) return t.skip('../shared/vectors/evidence/jcs-n absent');
    let written = 0;
    const refused: string[] = [];
    for (const file of readdirSync(folder)) {
      const text = readFileSync(join(folder, file), 'utf8');
      const parsed = parseStrict(text);
      if (!parsed.ok) {
        refused.push(`${file.slice(0, 2)} ${parsed.error.code}`);
        continue;
      }
      const known = parsed.value as KnownAnswer;
      // Its own profile leaves members out before; what is left is written as we write it.
      const pre = known.pre_image ?? known.jcs_n_correct_pre_image;
      const digest = known.digest ?? known.jcs_n_correct_digest;
      if (digest === undefined) continue;
      const canonical = canonicalText(known.normalized ?? known.input);
      if (pre !== undefined) assert.equal(canonical, pre, file);
      assert.equal(nodeCrypto.sha256(canonical), digest, file);
      written += 1;
    }
    assert.equal(written, 29);
    assert.deepEqual(refused.sort(), ['16 unsafe_number', '17 unsafe_number', '37 duplicate_key']);
  });

  test('RFC 8785: the six pairs of its authors', (t) => {
    const folder = sharedVectors('jcs-rfc8785/testdata');
    if (folder === null) return t.skip('../shared/vectors/jcs-rfc8785 absent');
    const names = readdirSync(join(folder, 'input'));
    assert.equal(names.length, 6);
    for (const name of names) {
      const value: unknown = unwrap(parseStrict(readFileSync(join(folder, 'input', name), 'utf8')));
      assert.equal(canonicalText(value), readFileSync(join(folder, 'output', name), 'utf8'), name);
    }
  });

  test('is the same for every order of members, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonicalText(withoutProto(value));
        assert.equal(canonicalText(reversed(withoutProto(value))), text);
        assert.equal(canonicalText(JSON.parse(text)), text);
      }),
      { numRuns: 200 },
    );
  });

  test('equals the output of the reference library, even for names that are whole numbers', () => {
    const name = fc.oneof(
      fc.string(),
      fc.nat(30).map(String),
      fc.constantFrom('', '-1', '01', 'a', 'é', '\u{1f600}', '\ufb33'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(name, tie('value')),
        fc.array(tie('value')),
      ),
    }));
    fc.assert(
      fc.property(value, (drawn) => {
        const plain = withoutProto(drawn);
        assert.equal(canonicalText(plain), canonicalize(plain));
      }),
      { numRuns: 500 },
    );
  });

  test('sorts names that are whole numbers by their characters, not as the engine does', () => {
    assert.equal(
      canonicalText({ b: { 9: 1, 10: 2, a: 3, '-': 4 }, a: 5 }),
      '{"a":5,"b":{"-":4,"10":2,"9":1,"a":3}}',
    );
  });

  test('sorts many names as it sorts few', () => {
    for (const count of [32, 33]) {
      const names = Array.from({ length: count }, (_, index) => `n${(index * 7) % count}`);
      const value = Object.fromEntries(names.map((name, index) => [name, index]));
      assert.equal(canonicalText(value), canonicalize(value));
    }
  });

  test('throws for a value that JSON cannot express, instead of omitting it', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const others = [undefined, { a: undefined }, [undefined], () => 1, 1n, Number.NaN, { a: new Date(0) }];
    for (const value of [...others, Symbol('x'), '\ud800', { '\ud800': 1 }, new Map(), circle]) {
      assert.throws(() => canonicalText(value), TypeError);
      assert.notEqual(findFlaw(value), null);
    }
  });
});

describe('the strict gate', () => {
  for (const { name, text, code, offset } of ownVectors<{ cases: RefusedCase[] }>('jcs/refused.json').cases) {
    test(`refuses ${name}`, () => {
      const parsed = parseStrict(text);
      assert.ok(!parsed.ok, 'was accepted');
      assert.deepEqual([parsed.error.code, parsed.error.detail?.offset], [code, offset]);
    });
  }

  test('admits the deepest and the longest text, and nothing beyond', () => {
    assert.ok(parseStrict('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH)).ok);
    const longest = `"${'x'.repeat(MAX_TEXT_LENGTH - 2)}"`;
    assert.ok(parseStrict(longest).ok);
    const longer = parseStrict(`${longest} `);
    assert.ok(!longer.ok);
    assert.equal(longer.error.code, 'json_too_large');
  });

  test('refuses raw halves of surrogate pairs too', () => {
    for (const [text, offset] of [
      ['["a\ud83d"]', 3],
      ['["\ude00"]', 2],
    ] as const) {
      const parsed = parseStrict(text);
      assert.ok(!parsed.ok);
      assert.deepEqual([parsed.error.code, parsed.error.detail?.offset], ['lone_surrogate', offset]);
    }
  });

  test('reads accepted texts as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const parsed = parseStrict(text);
        if (parsed.ok) assert.deepEqual(parsed.value, JSON.parse(text));
        else
          assert.ok(['forbidden_key', 'lone_surrogate', 'unsafe_number'].includes(parsed.error.code), text);
      }),
      { numRuns: 200 },
    );
  });

  test('gives the same answer the short way and the long way, which a leading space forces', () => {
    const texts = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
      fc.constantFrom(
        '{"__proto__":1}',
        '9007199254740992',
        '"\\ud800"',
        '["\\ud800"]',
        '["\\n",{"__proto__":1}]',
        '[1e+30]',
        '-0',
        '['.repeat(65) + ']'.repeat(65),
        `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`,
        `${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`,
        '[9007199254740992]',
        '[1,-9007199254740992]',
        '{"a":100000000000000000000}',
        '[0.12345678901234567,-0.0012345678901234567]',
        '["1234567890123456789",":1234567890123456789"]',
      ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const [short, long] = [parseStrict(text), parseStrict(` ${text}`)];
        assert.deepEqual(short.ok ? short.value : short.error.code, long.ok ? long.value : long.error.code);
      }),
      { numRuns: 300 },
    );
  });

  test('admits no text that JSON.parse refuses', () => {
    const mutated = fc
      .tuple(
        fc.json({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('"', '{', '}', ',', ':', '\\', '0', '-', '.', 'e', ' ', '\u0001'),
      )
      .map(([text, at, character]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + character + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(mutated, (text) => {
        if (parseStrict(text).ok) assert.doesNotThrow(() => JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

/** A field of that name is refused, which other tests cover. */
function withoutProto(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto'));
}
