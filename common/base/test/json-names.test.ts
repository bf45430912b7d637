import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeatedName } from '@common/base/json-names';
import fc from 'fast-check';

test('a name twice in one object is found, at any depth and in any spelling', () => {
  for (const [text, name] of [
    ['{"amount":"250","amount":"9000"}', 'amount'],
    ['{"a":1,"b":{"x":[{"c":1,"d":2,"c":3}]}}', 'c'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a\\"":1,\n "a\\u0022" : 2}', 'a"'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['[1,{"a":{"a":1},"a":2}]', 'a'],
  ] as const) {
    assert.equal(repeatedName(text), name, text);
  }
});

test('names in different objects, values, and broken texts are no repetition', () => {
  for (const text of [
    '{"a":{"a":1},"b":[{"a":1},{"a":2}],"c":"a"}',
    '{"a":"\\"a\\":1,\\"a\\":2","b":"\\\\","c":"{"}',
    '{"a":"b","c":"b"}',
    '"a"',
    '{"a":1,"a',
    '}}{"\\q":1',
    '',
  ]) {
    assert.equal(repeatedName(text), null, text);
  }
});

test('no value that is written by the engine has a repeated name, and any member written twice is found', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), fc.jsonValue(), fc.nat(3), (value, name, other, indent) => {
      const written = JSON.stringify(value, null, indent);
      assert.equal(repeatedName(written), null);
      const key = JSON.stringify(name);
      const twice = `{${key}: ${written}, "x${name.length}": ${JSON.stringify(other)}, ${key}:null}`;
      if (name !== `x${name.length}`) assert.equal(repeatedName(`[${twice}]`), name);
    }),
  );
});
