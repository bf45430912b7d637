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
