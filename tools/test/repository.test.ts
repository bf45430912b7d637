import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RULES } from '../rules/rules.ts';
import { thisCodebase } from '../source/codebase.ts';

describe('this repository', () => {
  for (const [name, rule] of Object.entries(RULES)) {
    test(name, () => {
      const findings = rule(thisCodebase());
      assert.ok(findings.length === 0, findings.join('\n'));
    });
  }
});

const { text } = thisCodebase();
const settings = `${text('biome.json')}${text('tsconfig.json')}`;
const rules = new Set(Object.keys(RULES));
/** Names in backticks in the last column of a table, such as `functionsAreShort`. */
const enforcers = [...text('STYLE.md').matchAll(/^\|.*\| ([^|]+) \|$/gm)].flatMap(([, column = '']) =>
  [...column.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => name),
);

describe('STYLE.md', () => {
  test('names every rule that is enforced', () => {
    assert.deepEqual(
      [...rules].filter((name) => !enforcers.includes(name)),
      [],
    );
  });

  test('names no rule that does not exist', () => {
    assert.ok(enforcers.length > 30);
    assert.deepEqual(
      enforcers.filter((name) => !rules.has(name) && !settings.includes(`"${name}"`)),
      [],
    );
  });
});
