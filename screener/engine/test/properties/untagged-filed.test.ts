import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BalanceSheet } from '@screener/engine/concepts/balance-sheet';
import { conceptOf, LABELLED_TAGS } from '@screener/engine/concepts/labels';
import { instantsOf, readSheet, without } from '../support/balance-figures.ts';
import { whyContradictory } from '../support/contradictory-reports.ts';
import { snapshotCompanies } from '../support/snapshot-companies.ts';

/** Facts of tags that only rankings read are there, too. */
const LABELLED = new Set(LABELLED_TAGS);

/**
 * Soundness on filed figures: where a report gives an amount exactly, hide all its tags, as if the filer had used
 * custom elements. The bounds from the other lines must still contain the amount.
 */
const HIDDEN: readonly {
  readonly what: string;
  readonly amount: Exclude<keyof BalanceSheet, 'totalAssets'>;
  readonly concepts: readonly string[];
}[] = [
  { what: 'debt', amount: 'debt', concepts: ['debt'] },
  { what: 'cash', amount: 'cash', concepts: ['cash'] },
  { what: 'current securities', amount: 'cashAndCurrentSecurities', concepts: ['current_securities'] },
  {
    what: 'cash and current securities',
    amount: 'cashAndCurrentSecurities',
    concepts: ['cash', 'current_securities'],
  },
  { what: 'non-current securities', amount: 'cashAndAllSecurities', concepts: ['noncurrent_securities'] },
  { what: 'receivables', amount: 'receivables', concepts: ['receivables'] },
];

suite('an amount whose tags are hidden stays inside its bounds', () => {
  const sheets = snapshotCompanies().flatMap(({ facts }) =>
    facts.reports.map((report) => ({ facts, report })),
  );

  for (const { what, amount, concepts } of HIDDEN) {
    test(what, (t) => {
      let exact = 0;
      let bounded = 0;
      for (const { facts, report } of sheets) {
        if (whyContradictory(facts.cik, report.periodEnd) !== null) continue;
        const filed = instantsOf(facts, report);
        const known = readSheet(filed)[amount];
        if (known.high === null || known.high.value !== known.low.value || known.low.value === 0) continue;
        exact += 1;
        const hidden = Object.keys(filed).filter(
          (tag) => LABELLED.has(tag) && concepts.includes(conceptOf(tag)),
        );
        const { low, high } = readSheet(without(filed, ...hidden))[amount];
        const where = `${facts.name} ${report.form} ${report.accession} of ${report.periodEnd}`;
        assert.ok(low.value <= known.low.value, `${where}: at least ${low.value}, filed ${known.low.value}`);
        if (high === null) continue;
        bounded += 1;
        assert.ok(high.value >= known.low.value, `${where}: at most ${high.value}, filed ${known.low.value}`);
      }
      t.diagnostic(`${what}: exact in ${exact} reports, bounded without its tags in ${bounded}`);
      assert.ok(exact > 200, `exact in ${exact} reports only`);
    });
  }
});
