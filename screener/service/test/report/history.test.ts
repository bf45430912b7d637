import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { historySection } from '../../src/report/history.page.ts';
import { flipsOf, ratioHistories, showUntil } from '../../src/report/shown-history.ts';
import { clockAt } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { answerOf, historyOf, shownHistoryOf, textOf } from './section-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('the history of a report', () => {
  test('names the figure and the filing that turned the verdict', async () => {
    const section = await historyOf(snapshot.shared(), 'AAPL', '2026-02-25');
    const text = textOf(section);
    // Apple’s 10-Q to 2022-12-31, accession 0000320193-23-000006: us-gaap:CommercialPaper 1,743 after 9,982 million.
    assert.ok(text.includes('Less commercial paper: $10 bn to $1.7 bn. 10-Q of 3 Feb 2023'), text);
    assert.ok(`${section}`.includes('000032019323000006'));
    assert.ok(text.includes('Debt ÷ assets (FTSE, MSCI): fails became passes'), text);
    // The first close of the snapshot made the market-cap checks decidable; debt of the 10-Q broke another limit.
    assert.ok(text.includes('A price is known now: market value, $2.1 tn.'), text);
    assert.ok(text.includes('The verdict changed four times.'), text);
  });

  test('shows nothing that was not known on the date of the report', async () => {
    const text = textOf(await historyOf(snapshot.shared(), 'AAPL', '2022-02-01'));
    assert.ok(text.includes('Larger total assets: $351 bn to $381.2 bn. 10-Q of 28 Jan 2022'), text);
    assert.ok(!text.includes('29 Apr 2022'));
    assert.ok(!text.includes('2023'));
  });

  test('begins five years before the last report, with what held then', async () => {
    const { drawn, earlier, from } = await shownHistoryOf(snapshot.shared(), 'AAPL', '2026-02-25');
    assert.equal(from, '2021-01-30');
    assert.equal(drawn[0]?.as_of, '2021-04-29');
    assert.equal(earlier.at(-1)?.as_of, '2021-01-28');
  });

  test('draws limits apart only where their results differ', async () => {
    const deps = snapshot.shared();
    const answer = await answerOf(deps, 'AAPL', '2026-02-25');
    const ratios = ratioHistories(answer, await shownHistoryOf(deps, 'AAPL', '2026-02-25'));
    const debt = ratios.filter(({ ratio }) => ratio === 'debt_to_market_cap');
    assert.deepEqual(
      debt.map(({ threshold, others, methodologies }) => [threshold, others, methodologies.toSorted()]),
      [[0.3, [0.33], ['aaoifi', 'djim', 'sp']]],
    );
    assert.deepEqual(ratios[0]?.ratio, 'debt_to_total_assets');
    assert.equal(ratios[0]?.points.at(-1)?.date, '2026-02-25');
  });

  test('says so where there is nothing, or one screening, to draw', async () => {
    const deps = snapshot.shared();
    const answer = await answerOf(deps, 'AAPL', '2026-02-25');
    const none = textOf(historySection(answer, showUntil([], answer.as_of, false)));
    assert.match(none, /No screening of AAPL up to 25 February 2026 is kept/);
    const { drawn } = await shownHistoryOf(deps, 'AAPL', '2026-02-25');
    const one = textOf(historySection(answer, showUntil(drawn.slice(0, 1), answer.as_of, false)));
    assert.match(one, /One screening is kept: 29 April 2021, questionable/);
  });

  test('leaves a gap, not a zero, where a ratio is not known', async () => {
    const deps = snapshot.shared();
    const answer = await answerOf(deps, 'SNOW');
    const ratios = ratioHistories(answer, await shownHistoryOf(deps, 'SNOW'));
    const interest = ratios.find(({ ratio }) => ratio === 'prohibited_income_to_revenue');
    assert.equal(interest?.points[0]?.value, null);
    assert.equal(interest?.points[0]?.status, 'unknown');
  });

  test('tells a change of the rules from a change of the figures', async () => {
    const history = await shownHistoryOf(snapshot.shared(), 'AAPL', '2026-02-25');
    const [first] = history.drawn;
    assert.ok(first?.changes != null);
    const checks = first.changes.checks.map((check) => ({ ...check, because: [] }));
    const changed = { ...first, changes: { ...first.changes, checks, engine_changed: true } };
    const [flip] = flipsOf([changed]);
    assert.deepEqual([...(flip?.kinds ?? [])], ['rules']);
    const prices = flipsOf([first])[0]?.kinds;
    assert.deepEqual([...(prices ?? [])].toSorted(), ['filing', 'price']);
  });
});
