import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verdictByChoice } from '@screener/engine/history/chosen-changes';
import { dated } from '@screener/engine/history/dated-screening';
import { METHODOLOGY_IDS } from '@screener/engine/methodologies/rule-sets';
import { worded } from '@screener/words/answer';
import { screenTicker } from '../src/use-cases/screen-ticker.ts';
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

  test('what is stored of a screening gives the same verdict by every choice as the engine', async () => {
    const { store } = snapshot.shared();
    const deps = { ...snapshot.shared(), clock: clockAt('2026-05-01T12:00:00Z'), store };
    const choices = METHODOLOGY_IDS.flatMap((one, at) => [[one], METHODOLOGY_IDS.slice(at, at + 3)]);
    const verdicts = new Set<string>();
    for (const symbol of ['AAPL', 'APH', 'SNOW', 'JPM', 'KO', 'LVS', 'AMD', 'TSLA']) {
      for (const chosen of choices) {
        for (const asOf of ['2023-01-15', '2026-02-26']) {
          const answer = await screenTicker(deps, { symbol, asOf, rules: 'current', chosen });
          assert.ok(answer.ok);
          const byAll = answer.value;
          const own = byAll.chosen?.compliance ?? byAll.compliance;
          assert.equal(verdictByChoice(dated(worded(byAll)), chosen), own, `${symbol} by ${chosen}`);
          verdicts.add(own);
        }
      }
    }
    assert.equal(verdicts.size, 4, 'each verdict is among them');
  });
});
