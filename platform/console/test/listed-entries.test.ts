import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listEntries, matches } from '../src/payees/listed-entries.ts';
import { directoryBook, signedEntry } from './pages/signed-directory.ts';

const one = signedEntry(directoryBook(), { change: 'added', name: 'acme' }, []);

function many(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    signed: { ...one, entry: { ...one.entry, name: `p_${index}`, label: `Payee ${count - index}` } },
  }));
}

describe('the entries in force, as a list', () => {
  test('a thousand are on pages of fifty, in the order of their names, and numbers count as numbers', () => {
    const { shown, ...of } = listEntries(many(1_000), { q: '', page: 2 });
    assert.deepEqual(of, { matching: 1_000, first: 51, page: 2, pages: 20 });
    const labels = shown.map(({ entry }) => entry.label);
    assert.deepEqual([labels.length, labels[0], labels.at(-1)], [50, 'Payee 51', 'Payee 100']);
    assert.equal(listEntries(many(1_000), { q: '', page: 99 }).page, 20);
    assert.deepEqual(listEntries([], { q: '', page: 3 }), {
      shown: [],
      matching: 0,
      first: 1,
      page: 1,
      pages: 1,
    });
  });

  test('each word that is typed has to be in name, label or a value, whatever its case and marks', () => {
    const entry = {
      name: 'sg_fr',
      label: 'Société Générale',
      values: { to_account: 'FR76 3000', currency: 'EUR' },
    };
    for (const q of ['', 'societe', 'GÉNÉRALE soc', 'sg_', 'fr76 general', 'eur'])
      assert.ok(matches(q, entry), q);
    for (const q of ['societe x', 'sgfr', 'fr763000']) assert.ok(!matches(q, entry), q);
    const arabic = { name: 'n', label: 'مُؤَسَّسَة النـور' };
    assert.ok(matches('مؤسسة النور', arabic));
  });
});
