import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import { clockAt } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

describe('chosen methodologies', () => {
  const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

  test('a choice of methodologies has a verdict of its own beside the one by all', async () => {
    const app = await snapshot.app();
    const all = await app.screen('APH');
    // Debt is 43 % of assets and 9 % of market capitalisation: FTSE and MSCI alone compare it with assets.
    assert.equal(all.compliance, 'questionable');
    const by = async (methodologies: string) => {
      const { chosen, ...rest } = await app.screen(`APH?methodologies=${methodologies}`);
      assert.deepEqual(rest, all);
      return chosen && [chosen.methodologies.join(), chosen.compliance];
    };
    assert.deepEqual(await by('aaoifi'), ['aaoifi', 'compliant']);
    assert.deepEqual(await by('MSCI,%20aaoifi'), ['aaoifi,msci', 'questionable']);
    assert.deepEqual(await by('ftse,msci,sp'), ['ftse,msci,sp', 'non_compliant']);
    assert.equal(await by(METHODOLOGY_IDS.join()), undefined, 'all of them are no choice');
    assert.equal((await app.screen('BAC?methodologies=sp')).chosen?.compliance, 'non_compliant');
    const refused = await app.get('/v1/screen/APH?methodologies=aaoifi,shafi');
    assert.equal(refused.status, 422);
    assert.match(refused.body, /shafi is not a methodology here. Choose from aaoifi, djim/);
  });
});
