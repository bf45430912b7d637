import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { curatedTickers } from '@screener/engine/business/curated-companies';
import { INDUSTRY_TABLE, INDUSTRY_TABLE_VERSION } from '@screener/engine/overlays/industry-table';
import { indexList } from '@screener/engine/overlays/official-list';
import { OVERLAY_NAMES, type OverlayName } from '@screener/engine/overlays/overlay-names';
import { OVERLAYS_NOTE, readOverlays } from '@screener/engine/overlays/overlays';
import fc from 'fast-check';
import { makeEntity, makeList, makeListed } from './make-list.ts';

const ASOF = '2026-11-20';
const EXAMPLE = makeEntity('Example Holdings Ltd.');
const LISTS = [
  indexList(makeList([EXAMPLE])),
  indexList(makeList([makeEntity('Nobody Known Inc')], { id: 'uflpa' })),
  indexList(makeList([makeEntity('Nobody Known Inc')], { id: 'state_a', list_date: '2024-01-31' })),
  indexList(
    makeList([EXAMPLE], { id: 'state_b', list_date: '2023-10', status: 'enjoined', status_since: '2024-05' }),
  ),
  indexList(makeList([EXAMPLE], { id: 'state_c', completeness: 'partial' })),
];

function read(
  { symbol = 'EXMP', name = 'EXAMPLE CO', sic = '3571' as string | null },
  names: readonly OverlayName[] = OVERLAY_NAMES,
  asOf = ASOF,
) {
  return readOverlays({ ...makeListed({ symbol, name }), sic }, LISTS, asOf, names);
}

suite('overlays of a company on no list', () => {
  test('every requested overlay has a member, and none is flagged', () => {
    const { values_summary: summary, note, ...members } = read({});
    assert.deepEqual(Object.keys(members), OVERLAY_NAMES);
    for (const answer of Object.values(members)) {
      assert.deepEqual([answer.flagged, answer.match], [false, null]);
    }
    assert.deepEqual(summary, {
      as_of: ASOF,
      flags_checked: 11,
      flags_raised: 0,
      raised: [],
      by_basis: { official_list: 0, industry_classification: 0 },
      not_checked: [],
    });
    assert.equal(note, OVERLAYS_NOTE);
    assert.match(note, /informational and never change the halal verdict or score/);
  });

  test('only what was requested is answered', () => {
    const { values_summary: summary, note: _note, ...members } = read({}, ['uflpa', 'tobacco']);
    assert.deepEqual(Object.keys(members), ['uflpa', 'tobacco']);
    assert.equal(summary.flags_checked, 2);
  });
});

suite('official lists', () => {
  test('a hit names the list, its date and source', () => {
    const { dod_1260h: answer, values_summary: summary } = read({ name: 'EXAMPLE HOLDINGS LIMITED' });
    assert.equal(answer?.flagged, true);
    assert.equal(answer?.basis, 'official_list');
    assert.deepEqual(
      [answer?.match?.matched_by, answer?.match?.entity, answer?.match?.company_string],
      ['name', 'Example Holdings Ltd.', 'EXAMPLE HOLDINGS LIMITED'],
    );
    assert.deepEqual(answer?.source, {
      list_id: 'dod_1260h',
      list_name: 'An example list',
      publisher: 'An example office',
      source_url: 'https://example.gov/list',
      list_date: '2026-06-08',
      list_date_precision: 'day',
      status: 'in_force',
      status_since: null,
      completeness: 'complete',
      entries: 1,
    });
    assert.deepEqual(summary.raised, ['dod_1260h', 'state_scrutinized']);
    assert.deepEqual(summary.by_basis, { official_list: 2, industry_classification: 0 });
  });

  test('the state lists are one overlay, each with its own source and status', () => {
    const answer = read({ name: 'Example Holdings Ltd' }).state_scrutinized;
    assert.deepEqual(
      answer?.sources.map((source) => [source.list_id, source.status, source.completeness]),
      [
        ['state_a', 'in_force', 'complete'],
        ['state_b', 'enjoined', 'complete'],
        ['state_c', 'in_force', 'partial'],
      ],
    );
    assert.deepEqual(
      answer?.matches.map((match) => match.list_id),
      ['state_b', 'state_c'],
    );
    assert.equal(answer?.match?.list_id, answer?.source.list_id);
  });

  test('a name only on an enjoined list is flagged, and the status says so', () => {
    const answer = read(
      { name: 'Example Holdings Ltd' },
      ['state_scrutinized'],
      '2026-01-01',
    ).state_scrutinized;
    assert.deepEqual(
      [answer?.flagged, answer?.matches.length, answer?.source.status, answer?.source.status_since],
      [true, 1, 'enjoined', '2024-05'],
    );
    assert.deepEqual([answer?.source.list_date, answer?.source.list_date_precision], ['2023-10-31', 'month']);
  });

  test('without a list for the date there is no answer, not a clean one', () => {
    const { dod_1260h, values_summary: summary } = read({}, ['dod_1260h'], '2020-01-01');
    assert.equal(dod_1260h, undefined);
    assert.deepEqual([summary.flags_checked, summary.flags_raised], [0, 0]);
    assert.deepEqual(
      summary.not_checked.map(({ overlay, code }) => [overlay, code]),
      [['dod_1260h', 'no_list']],
    );
  });
});

suite('industry flags', () => {
  test('by SIC code and by ticker, with the reason', () => {
    const cases: readonly (readonly [string, string | null, OverlayName, 'sic' | 'ticker'])[] = [
      ['EXMP', '2111', 'tobacco', 'sic'],
      ['PM', null, 'tobacco', 'ticker'],
      ['EXMP', '2082', 'alcohol', 'sic'],
      ['DEO', '2080', 'alcohol', 'ticker'],
      ['LVS', '7011', 'gambling', 'ticker'],
      ['BYD', '7990', 'gambling', 'ticker'],
      ['XOM', '2911', 'fossil_fuels', 'sic'],
      ['EXMP', '1221', 'fossil_fuels', 'sic'],
      ['LMT', '3721', 'weapons_defense', 'ticker'],
      ['EXMP', '3760', 'weapons_defense', 'sic'],
      ['AXON', '3690', 'weapons_defense', 'ticker'],
      ['RICK', '5810', 'adult_entertainment', 'ticker'],
      ['GEO', '6798', 'private_prisons', 'ticker'],
      ['RGR', '3480', 'civilian_firearms', 'ticker'],
      ['DKS', '5940', 'civilian_firearms', 'ticker'],
    ];
    for (const [symbol, sic, overlay, matchedBy] of cases) {
      const answer = read({ symbol, sic })[overlay];
      assert.deepEqual(
        [answer?.flagged, answer?.basis, answer?.match?.matched_by],
        [true, 'industry_classification', matchedBy],
        `${symbol} ${sic}`,
      );
    }
    const answer = read({ symbol: 'PM', sic: null }).tobacco;
    assert.equal(answer?.match?.entity, 'PM');
    assert.ok(answer?.match?.reason);
    assert.deepEqual(answer?.source, {
      table: INDUSTRY_TABLE_VERSION,
      sic: null,
      coverage: 'sic_and_tickers',
    });
    assert.equal(read({}).private_prisons?.source.coverage, 'tickers');
  });

  test('an unknown SIC code does not clear a company', () => {
    const { values_summary: summary, ...members } = read({ sic: null });
    for (const { overlay, code } of summary.not_checked) {
      assert.equal(code, 'no_classification', overlay);
      assert.equal(members[overlay], undefined, overlay);
    }
    assert.deepEqual(
      summary.not_checked.map(({ overlay }) => overlay),
      ['weapons_defense', 'fossil_fuels', 'tobacco', 'alcohol', 'gambling', 'civilian_firearms'],
    );
  });

  test('nor does a code that also covers other business', () => {
    const cases: readonly (readonly [string, OverlayName])[] = [
      ['2080', 'alcohol'],
      ['7990', 'gambling'],
      ['3812', 'weapons_defense'],
      ['4911', 'fossil_fuels'],
      ['3480', 'civilian_firearms'],
    ];
    for (const [sic, overlay] of cases) {
      const { values_summary: summary, ...members } = read({ sic });
      const found = summary.not_checked.find((entry) => entry.overlay === overlay);
      assert.equal(found?.code, 'unclear_classification', sic);
      assert.match(found?.message ?? '', new RegExp(sic));
      assert.equal(members[overlay], undefined);
    }
  });

  test('the table has four-digit codes and the SEC’s spelling of tickers, each once in an overlay', () => {
    for (const [overlay, rows] of Object.entries(INDUSTRY_TABLE)) {
      const values = rows.flatMap((row) => row.values);
      assert.equal(new Set(values).size, values.length, overlay);
      for (const row of rows) {
        const form = row.matchedBy === 'sic' ? /^\d{4}$/ : /^[A-Z]+(-[A-Z])?$/;
        for (const value of row.values) assert.match(value, form, overlay);
        assert.ok(row.values.length > 0 && row.reason.length > 0, overlay);
      }
    }
  });

  test('a ticker that the screening calls prohibited for its line is flagged here', () => {
    for (const line of ACTIVITY_LINES) {
      const overlay = OVERLAY_NAMES.find((name) => name === line.id);
      if (overlay === undefined) continue;
      for (const symbol of [...curatedTickers(line.id, 'fail'), ...curatedTickers(line.id, 'review')]) {
        const { values_summary: summary } = read({ symbol, sic: null });
        assert.ok(
          summary.raised.includes(overlay) || summary.raised.includes('civilian_firearms'),
          `${symbol} ${overlay}`,
        );
      }
    }
  });
});

suite('properties', () => {
  const sic = fc.option(fc.constantFrom('3571', '2080', '2111', '3480', '3812', '7990', '4911', '1311'));
  const symbol = fc.constantFrom('EXMP', 'PM', 'GEO', 'RGR', 'BYD', 'LMT');
  const name = fc.constantFrom('EXAMPLE CO', 'Example Holdings Limited', '', 'BYD');
  const names = fc.subarray([...OVERLAY_NAMES], { minLength: 1 });
  const asOf = fc.constantFrom('2020-01-01', '2024-01-31', '2026-06-07', ASOF);

  test('each requested overlay is answered or not checked, and the counts add up', () => {
    fc.assert(
      fc.property(symbol, name, sic, names, asOf, (s, n, code, asked, date) => {
        const {
          values_summary: summary,
          note: _note,
          ...members
        } = read({ symbol: s, name: n, sic: code }, asked, date);
        const open = summary.not_checked.map(({ overlay }) => overlay);
        assert.deepEqual([...Object.keys(members), ...open].sort(), [...asked].sort());
        const flagged = Object.entries(members).flatMap(([overlay, { flagged }]) =>
          flagged ? [overlay] : [],
        );
        assert.deepEqual(summary.raised, flagged);
        assert.equal(summary.flags_checked, Object.keys(members).length);
        assert.equal(summary.flags_raised, flagged.length);
        assert.equal(
          summary.by_basis.official_list + summary.by_basis.industry_classification,
          summary.flags_raised,
        );
      }),
    );
  });

  test('an overlay says the same whatever else is requested', () => {
    fc.assert(
      fc.property(symbol, name, sic, names, asOf, (s, n, code, asked, date) => {
        const company = { symbol: s, name: n, sic: code };
        const all = read(company, OVERLAY_NAMES, date);
        const some = read(company, asked, date);
        for (const overlay of asked) assert.deepEqual(some[overlay], all[overlay]);
      }),
    );
  });

  test('removing the SIC code never clears a flag without saying that it is not known', () => {
    fc.assert(
      fc.property(symbol, name, sic, (s, n, code) => {
        const known = read({ symbol: s, name: n, sic: code }).values_summary;
        const unknown = read({ symbol: s, name: n, sic: null }).values_summary;
        const open = unknown.not_checked.map(({ overlay }) => overlay);
        for (const overlay of known.raised) {
          assert.ok(unknown.raised.includes(overlay) || open.includes(overlay), overlay);
        }
      }),
    );
  });
});
