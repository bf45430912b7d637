import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { renderHistory } from '../../../src/cli/render/history.ts';
import type { HistoryAnswer } from '../../../src/use-cases/read-history.ts';
import { assertGolden, fixedHistory, PLAIN, RICH } from '../golden.ts';

test('history on a pipe of 80 columns', () => {
  assertGolden('aapl-history', renderHistory(fixedHistory('aapl-history'), 20, PLAIN));
});

test('history on a narrow pipe', () => {
  assertGolden(
    'aapl-history-narrow',
    renderHistory(fixedHistory('aapl-history'), 4, { ...PLAIN, columns: 50 }),
  );
});

test('history on a terminal: the same words, with links', () => {
  const history = fixedHistory('aapl-history');
  const rich = renderHistory(history, 20, RICH);
  assert.ok(rich.includes('\u001b]8;;https://www.sec.gov/'));
  const words = stripVTControlCharacters(rich).replaceAll('→', '->');
  assert.equal(words, renderHistory(history, 20, PLAIN));
});

test('a decisive figure is named with its values and its report', () => {
  const text = renderHistory(decided(), 20, PLAIN);
  assert.ok(
    text.includes(
      [
        '            questionable -> compliant',
        '            debt / total assets (FTSE Yasaar): fails -> passes',
        '              decided by 10-Q 0000320193-26-000006:',
        '                LongTermDebtNoncurrent  98.9 bn -> 85.8 bn',
        '',
      ].join('\n'),
    ),
    text,
  );
  assert.doesNotMatch(text, /InventoryNet/);
});

test('a flip without a filing behind it says that the engine changed', () => {
  const history = decided();
  const [newest] = history.snapshots;
  assert.ok(newest !== undefined && newest.changes !== null);
  const checks = newest.changes.checks.map((flip) => ({ ...flip, because: [] }));
  const changes = { ...newest.changes, engine_changed: true, checks };
  const text = renderHistory({ ...history, snapshots: [{ ...newest, changes }] }, 20, PLAIN);
  assert.match(text, /the rules or formulas of the engine changed between the two/);
  assert.match(text, /fails -> passes\n {14}no filed figure moved\n/);
});

test('a ticker without a history comes with advice on getting one', () => {
  const text = renderHistory(
    { symbol: 'AAPL', rules: 'current', snapshots: [], next_cursor: null },
    20,
    PLAIN,
  );
  assert.match(text, /-- history backfill --ticker AAPL/);
});

function decided(): HistoryAnswer {
  const history = fixedHistory('aapl-history');
  const [newest] = history.snapshots;
  assert.ok(newest !== undefined && newest.anchor !== null);
  const { accession, source_url } = newest.anchor;
  const cause = { accession, source_url, concept: 'debt' };
  const moved = {
    ...cause,
    xbrl_tag: 'us-gaap:LongTermDebtNoncurrent',
    from: 98.9e9,
    to: 85.8e9,
    decisive: true,
  };
  const other = { ...cause, xbrl_tag: 'us-gaap:InventoryNet', from: 1e9, to: 2e9, decisive: false };
  const changes = {
    since: '2025-10-31',
    verdict: { from: 'questionable', to: 'compliant' },
    score: null,
    report: null,
    engine_changed: false,
    checks: [
      {
        methodology: 'ftse',
        ratio: 'debt_to_total_assets',
        from: 'fail',
        to: 'pass',
        value_from: 0.34,
        value_to: 0.31,
        because: [moved, other],
      },
    ],
  } as const;
  return { ...history, snapshots: [{ ...newest, changes }] };
}

test('a fund without a history gets no advice to backfill one', () => {
  const text = renderHistory(
    { symbol: 'SPUS', rules: 'current', snapshots: [], next_cursor: null },
    20,
    PLAIN,
    true,
  );
  assert.match(text, /No history is kept for funds/);
  assert.doesNotMatch(text, /backfill/);
});
