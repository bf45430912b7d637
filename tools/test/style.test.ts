import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LAYER_RULES } from '../rules/imports.ts';
import { thisCodebase } from '../source/codebase.ts';
import { TIDY_RULES } from '../tidy.ts';

const { repository } = thisCodebase();
const style = repository.text('STYLE.md') ?? '';
const settings = `${repository.text('biome.json')}${repository.text('tsconfig.json')}`;
const rules = new Set([...Object.keys(LAYER_RULES), ...Object.keys(TIDY_RULES)]);
/** Names in backticks in the last column of a table, such as `functionsAreShort`. */
const enforcers = [...style.matchAll(/^\|.*\| ([^|]+) \|$/gm)].flatMap(([, column = '']) =>
  [...column.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = '']) => name),
);

describe('STYLE.md', () => {
  test('names every rule that is enforced', () => {
    assert.deepEqual(
      [...rules].filter((name) => !enforcers.includes(name)),
      [],
    );
  });

  test('names no rule that is not there', () => {
    assert.ok(enforcers.length > 30);
    assert.deepEqual(
      enforcers.filter((name) => !rules.has(name) && !settings.includes(`"${name}"`)),
      [],
    );
  });
});
