import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MADE } from './made-disputes.ts';
import { judged } from './made-files.ts';

describe('a made dispute', () => {
  for (const [name, [file, answer, decided]] of Object.entries(MADE)) {
    test(`${name}: ${answer}`, () => {
      const { answer: found, rows, problems } = judged(file);
      const codes = rows.flatMap((row) => (row.answer === found ? [row.found.code] : []));
      assert.equal(
        found,
        answer,
        JSON.stringify({ problems, rows: rows.filter((r) => r.answer !== 'inside') }),
      );
      if (decided !== null) assert.ok(codes.includes(decided), codes.join(', '));
    });
  }
});
