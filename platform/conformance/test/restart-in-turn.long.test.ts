import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartInTurn } from '../restart-in-turn.ts';

const RUN_MS = 480_000;

/** `npm run rolling-restart` does more. */
test('every process restarted in turn under load: every answer has its outcome, every book agrees', {
  timeout: RUN_MS,
}, async (t) => {
  const report = await restartInTurn({ rounds: 1, workers: 3, rate: 20 });
  const { answers, pages, witnesses } = report;
  t.diagnostic(`answers ${JSON.stringify(answers)}; pages ${JSON.stringify(pages)}`);
  assert.deepEqual(Object.keys(report.restarts).sort(), [
    ...['authority', 'authority2', 'bank', 'bank2', 'console', 'gateway', 'gateway2', 'pep', 'pep2'],
    ...['witness-ana', 'witness-bert'],
  ]);
  assert.deepEqual(
    Object.keys(answers).filter((status) => !['executed', 'pending', 'denied'].includes(status)),
    [],
    JSON.stringify(answers),
  );
  assert.ok(report.transfers > 0);
  assert.equal(report.executed, report.transfers);
  // While the only console restarts, nobody is there; those who were let in are answered.
  assert.deepEqual([Object.keys(pages.answers), pages.unanswered, pages.wrong], [['200'], 0, []]);
  assert.equal(witnesses.size, report.receipts);
  assert.deepEqual(Object.keys(witnesses.cosigned), ['witness-ana', 'witness-bert']);
  assert.ok(Object.values(witnesses.cosigned).every((heads) => heads > 1));
});
