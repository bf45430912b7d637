import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { SCORE_COMPONENTS } from '@screener/engine/verdict/score';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/** The text of each cell, by the title of its row. */
function rowsOf(page: string, table: string): ReadonlyMap<string, readonly string[]> {
  const [, body = ''] = new RegExp(`<table class="${table}">(.*?)</table>`, 's').exec(page) ?? [];
  const rows = [...body.matchAll(/<tr><th scope="row">(.*?)<\/th>(.*?)<\/tr>/gs)];
  return new Map(
    rows.map(([, title = '', cells = '']) => [
      textOf(title),
      [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => textOf(cell)),
    ]),
  );
}

function textOf(markup: string): string {
  return markup
    .replace(/<span class="book".*?<\/span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

describe('GET /methodology', () => {
  test('has the limits of each rule book, and the classic ones where they differ', async (t) => {
    const { get } = await makeApp(t, snapshot.shared());
    const { status, body } = await get('/methodology');
    assert.equal(status, 200);
    const rows = rowsOf(body, 'books');
    const limits = (row: string) =>
      Object.fromEntries(METHODOLOGIES.map(({ current }, at) => [current.id, rows.get(row)?.[at]]));
    // Read in the rule texts: AAOIFI 3/4/2; DJIM February 2026; FTSE v4.6; MSCI; S&P May 2025.
    assert.partialDeepStrictEqual(limits('Debt'), {
      aaoifi: '≤ 30% of market cap',
      djim: '< 33% of market cap',
      ftse: '< 33.333% of total assets',
      msci: '≤ 33.33% of total assets',
      sp: '< 33% of market cap',
    });
    // DJIM and S&P dropped the limit in 2023; MSCI changed it in April 2025.
    assert.partialDeepStrictEqual(limits('Receivables'), {
      aaoifi: 'no limit',
      djim: 'no limit classic: < 33% of market cap',
      ftse: '< 50% of total assets, cash added',
      msci: '≤ 70% of total assets, cash added classic: ≤ 33.33% of total assets, cash added',
      sp: 'no limit classic: < 49% of market cap',
    });
    for (const { current, classic } of METHODOLOGIES) {
      for (const words of [current.name, current.edition, classic.edition, current.note.slice(0, 30)])
        assert.ok(textOf(body).includes(words.replaceAll("'", '&#39;')), words);
    }
  });

  test('has the verdict of each case, three fails being enough', async (t) => {
    const { get } = await makeApp(t, snapshot.shared());
    const rows = rowsOf((await get('/methodology')).body, 'grid');
    const bad = Array(METHODOLOGIES.length - 2).fill('non-compliant');
    assert.deepEqual(rows.get('passes'), ['compliant', 'questionable', 'questionable', ...bad]);
    assert.deepEqual(rows.get('under review'), ['questionable', 'questionable', 'questionable', ...bad]);
    assert.deepEqual(rows.get('prohibited'), Array(METHODOLOGIES.length + 1).fill('non-compliant'));
  });

  test('names each bound and each component of the score', async (t) => {
    const { get } = await makeApp(t, snapshot.shared());
    const { body } = await get('/methodology');
    for (const { id } of Object.values(BOUND_RULES)) assert.ok(body.includes(`<code>${id}</code>`), id);
    const { length } = SCORE_COMPONENTS;
    assert.equal(body.match(/<rect class="most"/g)?.length, length);
    assert.match(body, /A questionable company has at most 69, a non-compliant company has at most 39/);
    assert.doesNotMatch(body, /INTEREST_YIELD_BOUND|npm run/);
  });
});
