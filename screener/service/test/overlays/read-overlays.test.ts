import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { indexList } from '@screener/engine/overlays/official-list';
import { OFFICIAL_OVERLAYS, OVERLAY_NAMES } from '@screener/engine/overlays/overlay-names';
import { Overlays } from '@screener/engine/overlays/overlays';
import { writeSnapshot } from '@screener/sources/snapshot/snapshot';
import { annual, MUCH_DEBT } from '@screener/sources/testing/synthetic-filer';
import fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { type Place, placeIn, TODAY } from '../../../cli/test/run.ts';
import { readListFolder } from '../../src/overlays/list-files.adapter.ts';
import {
  OVERLAY_OFFER,
  type OverlaidCompany,
  type OverlayDeps,
  OverlayOffer,
  readOverlays,
} from '../../src/overlays/read-overlays.ts';
import { tinySnapshot } from '../tiny-snapshot.ts';

/** The name and number of a listed filer, with made-up figures. */
const ALIBABA = { cik: 1_577_552, symbol: 'BABA', name: 'Alibaba Group Holding Ltd' };
const SCHEMA = Compile(Overlays);

let deps: OverlayDeps;
let tickers: ReadonlyMap<string, readonly [cik: string, name: string]>;
let folder: string;
let place: Place;

before(async () => {
  const lists = await readListFolder(join(REPOSITORY, 'screener/data/lists'));
  assert.ok(lists.ok, lists.ok ? '' : lists.error.message);
  deps = { lists: lists.value.map(indexList), clock: () => TODAY };
  const rows: readonly [string, string, string, string | null][] = JSON.parse(
    await readFile(join(REPOSITORY, 'screener/data/snapshot/tickers.json'), 'utf8'),
  );
  tickers = new Map(rows.map(([symbol, cik, name]) => [symbol, [cik, name]]));
  folder = await mkdtemp(join(tmpdir(), 'sanad-overlays-'));
  const snapshot = join(folder, 'snapshot');
  await writeSnapshot(
    snapshot,
    tinySnapshot(ALIBABA, [annual('2023-12-31', MUCH_DEBT)], undefined, '2024-06-28'),
  );
  place = placeIn(folder, snapshot);
});

after(() => removeDirectory(folder));

function overlaid(symbol: string, sic: string | null = null): OverlaidCompany {
  const [cik, name] = tickers.get(symbol) ?? assert.fail(symbol);
  const business = {
    status: 'pass',
    sic,
    sic_description: null,
    source: 'none',
    confidence: 'none',
    findings: [],
  } as const;
  return { symbol, cik, name, business_activity: business };
}

function read(symbol: string, asked = 'all', asOf: string | null = null, sic: string | null = null) {
  const overlays = readOverlays(deps, overlaid(symbol, sic), asked, asOf);
  assert.ok(overlays.ok);
  assert.equal(SCHEMA.Check(overlays.value), true, JSON.stringify(SCHEMA.Errors(overlays.value)));
  return overlays.value;
}

suite('the official lists and real tickers', () => {
  test('BABA, BIDU, NIO and HSAI are on the 1260H list of 2026-06-08', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['BABA', 'Alibaba Group Holding Limited'],
      ['BIDU', 'Baidu, Inc.'],
      ['NIO', 'NIO, Inc.'],
      ['HSAI', 'Hesai Group'],
      ['BABAF', 'Alibaba Group Holding Limited'],
    ];
    for (const [symbol, listString] of cases) {
      const company = symbol === 'BABAF' ? { ...overlaid('BABA'), symbol } : overlaid(symbol);
      const overlays = readOverlays(deps, company, 'dod_1260h', null);
      assert.ok(overlays.ok);
      const answer = overlays.value.dod_1260h;
      assert.deepEqual(
        [answer?.flagged, answer?.match?.matched_by, answer?.match?.list_string, answer?.source.list_date],
        [true, 'ticker', listString, '2026-06-08'],
        symbol,
      );
      assert.equal(answer?.match?.rule, 'name/2');
      assert.match(answer?.source.source_url ?? '', /^https:\/\/media\.defense\.gov\//);
    }
  });

  test('the same companies are found by their exact names, whatever their ticker', () => {
    for (const symbol of ['BABA', 'BIDU', 'NIO', 'HSAI']) {
      const overlays = readOverlays(deps, { ...overlaid(symbol), symbol: 'ZZZZ' }, 'dod_1260h', null);
      assert.ok(overlays.ok);
      assert.equal(overlays.value.dod_1260h?.match?.matched_by, 'name', symbol);
    }
  });

  test('CSGP, BYD, WHD and DQ are on no list, despite their similar names', () => {
    const alike = { CSGP: 'Costar Group Co., Ltd.', BYD: 'BYD', WHD: 'Cactus SA', DQ: 'Xinjiang Daqo' };
    for (const [symbol, name] of Object.entries(alike)) {
      const overlays = read(symbol);
      for (const overlay of OFFICIAL_OVERLAYS) {
        assert.deepEqual([overlays[overlay]?.flagged, overlays[overlay]?.match], [false, null], symbol);
      }
      const strings = deps.lists.flatMap(({ list }) =>
        list.entries.flatMap((entry) => [entry.name, ...entry.aliases]),
      );
      assert.ok(symbol === 'CSGP' || strings.some((text) => text.startsWith(name)), name);
    }
    assert.equal(read('BYD').gambling?.match?.entity, 'BYD');
  });

  test('which companies in the SEC’s list of tickers are on which list', () => {
    const asked = OFFICIAL_OVERLAYS.join(',');
    const hits = [...tickers.keys()].flatMap((symbol) => {
      const overlays = read(symbol, asked);
      return OFFICIAL_OVERLAYS.flatMap((overlay) =>
        overlays[overlay]?.flagged ? [`${overlay} ${symbol}`] : [],
      );
    });
    const issuers = hits.filter((hit) => !hit.includes('-'));
    for (const hit of [
      'dod_1260h BABA',
      'dod_1260h BYDDF',
      'state_scrutinized BLK',
      'state_scrutinized UL',
    ]) {
      assert.ok(issuers.includes(hit), hit);
    }
    // A handful of issuers with their share classes: a looser rule would show here.
    assert.ok(hits.length < 80, hits.join(', '));
  });

  test('a later list does not apply to an earlier date, and an older one stays for its time', () => {
    assert.equal(read('BABA', 'dod_1260h', '2025-06-30').dod_1260h?.flagged, false);
    const before = read('HSAI', 'dod_1260h', '2025-06-30').dod_1260h;
    assert.equal(before?.source.list_date, '2025-01-07');
    assert.deepEqual(read('BABA', 'dod_1260h', '2024-12-31').values_summary.not_checked, [
      {
        overlay: 'dod_1260h',
        code: 'no_list',
        message: 'no list dated 2024-12-31 or earlier is available here',
      },
    ]);
    assert.equal(read('BABA').values_summary.as_of, '2026-11-20');
  });

  test('an enjoined list says so and since when, and still counts as a list', () => {
    const { state_scrutinized: hsbc } = read('HSBC');
    assert.deepEqual(
      [hsbc?.flagged, hsbc?.source.list_id, hsbc?.source.status, hsbc?.source.status_since],
      [true, 'state_tx_energy_boycott', 'enjoined', '2026-02'],
    );
    assert.equal(read('HSBC', 'all', '2025-12-31').state_scrutinized?.source.status, 'in_force');
    assert.equal(hsbc?.source.completeness, 'partial');
    const { state_scrutinized: blackrock } = read('BLK');
    assert.deepEqual(
      blackrock?.matches.map((match) => match.list_id),
      ['state_ky_restricted_fi', 'state_ok_restricted_fi'],
    );
  });
});

suite('the use case', () => {
  test('unknown names are refused by name', () => {
    const refused = readOverlays(deps, overlaid('AAPL'), 'tobacco,halal', null);
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, 'unknown_overlay');
    assert.match(refused.error.message, /"halal"/);
  });

  test('the offer to callers without a key matches its schema and names every overlay', () => {
    assert.equal(Compile(OverlayOffer).Check(OVERLAY_OFFER), true);
    assert.deepEqual(OVERLAY_OFFER.available, OVERLAY_NAMES);
  });

  test('any company, names, date and code give an answer that matches the schema', () => {
    const symbol = fc.constantFrom('BABA', 'BLK', 'AAPL', 'BYD', 'PM', 'UL', 'XOM');
    const sic = fc.option(fc.constantFrom('3571', '2080', '2111', '3812', '1311'));
    const asked = fc.subarray([...OVERLAY_NAMES], { minLength: 1 }).map((names) => names.join(','));
    const asOf = fc.option(fc.constantFrom('2020-01-01', '2024-05-31', '2025-06-30', '2026-08-03'));
    fc.assert(
      fc.property(symbol, asked, asOf, sic, (s, names, date, code) => {
        read(s, names, date, code);
      }),
    );
  });
});

async function screened(options: string) {
  const { code, out, err } = await place.sanad(`screen BABA --json ${options}`);
  assert.deepEqual([code, err], [0, '']);
  return JSON.parse(out);
}

suite('beside a screening', () => {
  test('overlays never change a verdict, a score or anything else of the answer', async () => {
    const alone = await screened('');
    assert.equal(alone.compliance, 'questionable');
    for (const asked of ['all', 'dod_1260h', 'tobacco,fossil_fuels', 'adult_entertainment']) {
      const { overlays, ...rest } = await screened(`--overlays ${asked}`);
      assert.deepEqual(rest, alone, asked);
      assert.equal(SCHEMA.Check(overlays), true, asked);
    }
    // With a flag raised and without: the 1260H list of 2025 does not name it.
    const flags = async (options: string) => (await screened(options)).overlays.values_summary.raised;
    assert.deepEqual(await flags('--overlays all'), ['dod_1260h']);
    assert.deepEqual(await flags('--overlays all --as-of 2025-06-30'), []);
  });

  test('an answer is not modified: it may be frozen', () => {
    const answer = overlaid('BABA', '2111');
    const frozen = Object.freeze({ ...answer, business_activity: Object.freeze(answer.business_activity) });
    const before = structuredClone(frozen);
    assert.ok(readOverlays(deps, frozen, 'all', null).ok);
    assert.deepEqual(frozen, before);
  });

  test('the command line prints hits, sources and what was not checked', async () => {
    const { code, out, err } = await place.sanad('screen BABA --overlays all');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^Values overlays$/m);
    assert.match(
      out,
      /flagged: “Alibaba Group Holding Limited” on dod_1260h of\s+2026-06-08, by ticker BABA/,
    );
    assert.match(out, /media\.defense\.gov/);
    const quiet = await place.sanad('screen BABA');
    assert.doesNotMatch(quiet.out, /overlays/i);
  });

  test('the command line refuses unknown overlays and unusable lists', async () => {
    const unknown = await place.sanad('screen BABA --overlays halal');
    assert.deepEqual([unknown.code, unknown.out], [2, '']);
    assert.match(unknown.err, /"halal"/);
    const env = { ...place.env, LISTS_DIR: join(folder, 'absent') };
    const absent = await place.sanad('screen BABA', { env });
    assert.equal(absent.code, 1);
    assert.match(absent.err, /LISTS_DIR/);
  });

  test('lists import and lists show', async () => {
    const shown = await place.sanad('lists show');
    assert.equal(shown.code, 0);
    assert.match(shown.out, /^dod_1260h, 2025-01-07$[\s\S]*?superseded, complete/m);
    assert.match(shown.out, /enjoined since 2026-02, partial/);
    const refused = await place.sanad(['lists', 'import', join(folder, 'absent.json'), '--out', folder]);
    assert.deepEqual([refused.code, refused.out], [2, '']);
    assert.match(refused.err, /absent\.json: it cannot be read/);
  });
});
