import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FAULTS } from '../../model/searches.ts';
import { missingProgram, search } from '../../model/spin.ts';

const missing = await missingProgram();

/** `npm run model` goes through more states; `replay.test.ts` compares its runs with the real use cases. */
describe('the model of leases', { skip: missing === null ? false : `${missing} is not installed` }, () => {
  test('holds in every state, with one crash', async () => {
    const { broken } = await search({ kind: 'every_state', defines: { CRASHES: 1, TAKEOVERS: 0 } });
    assert.equal(broken, null);
  });
  for (const { defines, fault, property } of FAULTS) {
    test(`finds by ${property} that ${fault}`, async () => {
      const { broken } = await search({ kind: 'shortest_counterexample', defines });
      assert.equal(broken?.property, property);
    });
  }
});
