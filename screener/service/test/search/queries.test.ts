import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import type { SearchAnswer } from '../../src/search/search.ts';
import { clockAt } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

/** The share of queries whose first answer must be right. */
const BAR = 0.95;

/**
 * Queries as people type them, each with its right first answer. `A|B` are equally right; `A B` are the answers to
 * several things at once; `~A` is a listing that ended and has no ticker of its own any longer.
 */
function readQueries(): readonly { readonly query: string; readonly right: readonly string[] }[] {
  const [, ...lines] = readFileSync(new URL('queries.tsv', import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [query = '', right = ''] = line.split('\t');
      return { query, right: right.split('|') };
    });
}

function isRight({ results, former, several }: SearchAnswer, right: string): boolean {
  if (right.startsWith('~')) return (former ?? [])[0]?.symbol === right.slice(1);
  const symbols = right.split(' ');
  if (several !== symbols.length > 1 || (several && results.length !== symbols.length)) return false;
  const found = results.slice(0, symbols.length).map(({ symbol }) => symbol);
  return found.join(' ') === right;
}

describe('queries as people type them', () => {
  const snapshot = useSnapshotStore(clockAt('2026-11-20T00:00:00Z'));

  test('the right answer comes first', async (t) => {
    const { search } = snapshot.shared();
    assert.ok(search !== undefined);
    const queries = readQueries();
    assert.ok(queries.length >= 300);
    const missed: string[] = [];
    for (const { query, right } of queries) {
      const answer = unwrap(await search.find(query, 5));
      if (right.some((one) => isRight(answer, one))) continue;
      const first = answer.results.map(({ symbol, match }) => `${symbol} (${match})`).slice(0, 2);
      missed.push(`${query}: ${right.join('|')}, not ${first.join(', ') || 'nothing'}`);
    }
    const rate = 1 - missed.length / queries.length;
    t.diagnostic(`${(rate * 100).toFixed(1)} % of ${queries.length} queries have the right answer first`);
    for (const miss of missed) t.diagnostic(miss);
    assert.ok(rate >= BAR, `${(rate * 100).toFixed(1)} %:\n${missed.join('\n')}`);
  });
});
