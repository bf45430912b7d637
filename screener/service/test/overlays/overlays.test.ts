import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, suite, type TestContext, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { hashApiKey, makeApiKey } from '../../src/accounts/api-key.ts';
import { distilList } from '../../src/overlays/distil-list.ts';
import { importLists, readListFolder } from '../../src/overlays/list-files.adapter.ts';
import { checkList } from '../../src/overlays/list-schema.ts';
import { KEY_SECRET, openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

describe('importing lists', () => {
  const LISTS = join(REPOSITORY, 'screener/data/lists');
  const GIVEN = join(REPOSITORY, '../shared/data/lists');
  const FILE = 'dod_1260h_2027-01-07.json';

  /** What a person writes down from a published list. */
  const TRANSCRIBED = {
    list_name: 'An example list',
    list_date: '2027-01-07 (as printed)',
    publisher: 'An example office',
    source_url: 'https://example.gov/list.pdf (second page)',
    completeness: 'complete: both of them',
    us_listing_source: 'SEC company_tickers.json as of 2026-12-18, by hand',
    remarks: 'somebody’s own words',
    entries: [
      {
        name: 'Example Holdings Limited',
        aliases: ['Example', 'Example'],
        former_names: ['Sample Holdings Limited'],
        ticker: 'xmpl',
        sublist: 'listed',
        basis: 'An authority’s reasons.',
        us_listing: {
          cik: 1234,
          sec_name: 'EXAMPLE HOLDINGS LTD/ADR',
          matched_on: 'Example Holdings Limited',
          other_tickers: ['XMPLF'],
        },
      },
      {
        name: 'Another Example Co.',
        ticker: null,
        parent: 'Example Holdings Limited',
        includes: 'and Subsidiaries',
      },
    ],
  };

  type Change = Readonly<Record<string, unknown>>;

  function distilled(changes: Change, file = FILE) {
    return distilList(JSON.stringify({ ...TRANSCRIBED, ...changes }), file);
  }

  function withEntry(changes: Change): Change {
    const [first, second] = TRANSCRIBED.entries;
    return { entries: [first, { ...second, ...changes }] };
  }

  async function folderFor(t: TestContext): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'sanad-lists-'));
    t.after(() => removeDirectory(folder));
    return folder;
  }

  async function contentOf(folder: string): Promise<ReadonlyMap<string, string>> {
    const names = (await readdir(folder)).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return new Map(names.map((name, index) => [name, texts[index] ?? '']));
  }

  suite('distilling a transcribed list', () => {
    test('keeps names, dates and addresses, and drops prose', () => {
      const list = distilled({});
      assert.ok(list.ok);
      const [ticker, other] = ['XMPL', 'XMPLF'].map((symbol) => ({
        ticker: symbol,
        cik: '0000001234',
        sec_name: 'EXAMPLE HOLDINGS LTD/ADR',
        listed_as: 'Example Holdings Limited',
      }));
      assert.deepEqual(list.value, {
        id: 'dod_1260h',
        list_name: 'An example list',
        publisher: 'An example office',
        source_url: 'https://example.gov/list.pdf',
        list_date: '2027-01-07',
        status: 'in_force',
        status_since: null,
        completeness: 'complete',
        tickers_as_of: '2026-12-18',
        entries: [
          {
            name: 'Example Holdings Limited',
            aliases: ['Example'],
            former_names: ['Sample Holdings Limited'],
            tickers: [ticker, other],
            sublist: ['listed'],
            parent: null,
            includes: null,
          },
          {
            name: 'Another Example Co.',
            aliases: [],
            former_names: [],
            tickers: [],
            sublist: [],
            parent: 'Example Holdings Limited',
            includes: 'and Subsidiaries',
          },
        ],
      });
    });

    test('reads an injunction and its month', () => {
      const cases: readonly (readonly [string | null, string, string | null])[] = [
        [null, 'in_force', null],
        ['in_force', 'in_force', null],
        ['ENJOINED: by an order of 3-4 Feb 2026', 'enjoined', '2026-02'],
        ['Enforcement blocked: injunction May 2024, later more', 'enjoined', '2024-05'],
        ['enjoined', 'enjoined', null],
      ];
      for (const [status, state, since] of cases) {
        const list = distilled({ status });
        assert.ok(list.ok);
        assert.deepEqual([list.value.status, list.value.status_since], [state, since], status ?? 'none');
      }
      assert.equal(distilled({ status: 'under appeal' }).ok, false);
    });

    test('reads statements of completeness, or refuses to guess', () => {
      const cases: readonly (readonly [string, string | null])[] = [
        ['complete', 'complete'],
        ['partial', 'partial'],
        ['complete for the company part', 'partial'],
        ['2 unique entities of as many rows', 'complete'],
        ['3 unique entities of as many rows', null],
        ['probably all', null],
      ];
      for (const [completeness, expected] of cases) {
        const list = distilled({ completeness });
        assert.equal(list.ok ? list.value.completeness : null, expected, completeness);
      }
    });

    test('accepts a month if no day is known, and an id from the text or the file’s name', () => {
      const list = distilled({ list_date: '2027-01', id: 'state_xy' }, 'anything.json');
      assert.ok(list.ok);
      assert.deepEqual([list.value.id, list.value.list_date], ['state_xy', '2027-01']);
      assert.equal(distilled({}, 'anything.json').ok, false);
    });

    test('refuses with the file, the entry and what is wrong', () => {
      const [first] = TRANSCRIBED.entries;
      const cases: readonly (readonly [Change, RegExp])[] = [
        [{ entries: [] }, /entries/],
        [{ list_date: 'last week' }, /list_date/],
        [{ list_date: '2027-02-30' }, /list_date 2027-02-30 is not an existing date/],
        [{ source_url: 'see the office' }, /source_url/],
        [{ id: 'vatican' }, /id vatican belongs to no overlay/],
        [{ us_listing_source: 'somewhere' }, /entry 1 \(Example Holdings Limited\).*without a date/],
        [withEntry({ name: '' }), /entry 2 \(\) name/],
        [withEntry({ name: '—' }), /entry 2 \(—\): "—" names nobody/],
        [withEntry({ ticker: 'no ticker at all' }), /entry 2 \(Another Example Co\.\).*not a ticker/],
        [withEntry({ ticker: 'XMPL' }), /entry 2 .*XMPL also belongs to Example Holdings Limited/],
        [withEntry({ aliases: 'Another' }), /entries\/1\/aliases/],
        [
          withEntry({
            ticker: 'ANO',
            us_listing: { cik: 5, sec_name: 'ANOTHER INC', matched_on: 'Another Example Co.' },
          }),
          /entry 2 .*ANOTHER INC and the list’s Another Example Co\. are not the same name/,
        ],
        [
          withEntry({
            aliases: ['ANO'],
            ticker: 'ANO',
            us_listing: { cik: 5, sec_name: 'ANO', matched_on: 'ANO' },
          }),
          /entry 2 .*not the same name/,
        ],
        [
          withEntry({ ticker: 'ANO', us_listing: { ...first?.us_listing, other_tickers: [], cik: 'CIK5' } }),
          /entry 2 \(Another Example Co\.\) tickers\.0\.cik/,
        ],
      ];
      for (const [changes, expected] of cases) {
        const list = distilled(changes);
        assert.ok(!list.ok, expected.source);
        assert.equal(list.error.code, 'list_refused');
        assert.match(list.error.message, expected);
        assert.match(list.error.message, new RegExp(`^${FILE}: `));
      }
      const noJson = distilList('{', FILE);
      assert.match(noJson.ok ? '' : noJson.error.message, /is not JSON/);
    });
  });

  suite('the folder of lists', () => {
    test('importing twice changes nothing, and a correction replaces the list', async (t) => {
      const folder = await folderFor(t);
      const [source, out] = [join(folder, FILE), join(folder, 'lists')];
      const outcomes = async (changes: Change) => {
        await writeFile(source, JSON.stringify({ ...TRANSCRIBED, ...changes }));
        const imported = await importLists(out, [source]);
        assert.ok(imported.ok);
        return imported.value.map(({ file, outcome }) => `${file} ${outcome}`);
      };
      assert.deepEqual(await outcomes({}), [`${FILE} imported`]);
      const before = await contentOf(out);
      assert.deepEqual(await outcomes({}), [`${FILE} unchanged`]);
      assert.deepEqual(await contentOf(out), before);
      assert.deepEqual(await outcomes({ publisher: 'Another office' }), [`${FILE} replaced`]);
      assert.deepEqual([...(await contentOf(out)).keys()], [FILE]);
      const read = await readListFolder(out);
      assert.deepEqual(read.ok && read.value.map(({ publisher }) => publisher), ['Another office']);
    });

    test('of several files, all are imported or none', async (t) => {
      const folder = await folderFor(t);
      const [good, bad] = [join(folder, FILE), join(folder, 'dod_1260h_2028-01-07.json')];
      await writeFile(good, JSON.stringify(TRANSCRIBED));
      await writeFile(bad, JSON.stringify({ ...TRANSCRIBED, entries: [] }));
      const out = join(folder, 'lists');
      assert.equal((await importLists(out, [good, bad])).ok, false);
      assert.equal((await importLists(out, [good, good])).ok, false);
      assert.equal((await importLists(out, [join(folder, 'none.json')])).ok, false);
      assert.equal(existsSync(out), false);
    });

    test('a file with a wrong name or wrong content is refused by name', async (t) => {
      const folder = await folderFor(t);
      const [text = ''] = (await contentOf(LISTS)).values();
      await writeFile(join(folder, 'misnamed.json'), text);
      const misnamed = await readListFolder(folder);
      assert.match(
        misnamed.ok ? '' : misnamed.error.message,
        /^misnamed\.json: .*dod_1260h_2025-01-07\.json/,
      );
      await writeFile(join(folder, 'misnamed.json'), '[]');
      assert.equal((await readListFolder(folder)).ok, false);
      const absent = await readListFolder(join(folder, 'absent'));
      assert.match(absent.ok ? '' : absent.error.message, /LISTS_DIR/);
    });

    test('an unknown or malformed member is refused', async () => {
      const lists = await readListFolder(LISTS);
      assert.ok(lists.ok);
      const [list] = lists.value;
      assert.equal(checkList(list, 'a').ok, true);
      const unknown = checkList({ ...list, remarks: 'something' }, 'a');
      assert.equal(unknown.ok, false);
      assert.equal(checkList({ ...list, id: '../../etc' }, 'a').ok, false);
    });

    test('the lists of the repository are what the given files distil to, byte for byte', async (t) => {
      if (!existsSync(GIVEN)) return t.skip('../shared/data/lists absent');
      const out = join(await folderFor(t), 'lists');
      const paths = (await readdir(GIVEN)).map((name) => join(GIVEN, name));
      for (const order of [paths, paths.toReversed()]) {
        assert.equal((await importLists(out, order)).ok, true);
        assert.deepEqual(await contentOf(out), await contentOf(LISTS));
      }
    });

    test('no prose of the given files is kept', async (t) => {
      if (!existsSync(GIVEN)) return t.skip('../shared/data/lists absent');
      const kept = [...(await contentOf(LISTS)).values()].join('\n');
      for (const [name, text] of await contentOf(GIVEN)) {
        const given = JSON.parse(text);
        const prose: string[] = [
          given.completeness,
          given.status,
          given.us_listing_source,
          given.current_through,
        ];
        for (const { note, repo, page } of given.as_seen_in) prose.push(note, repo, page);
        for (const { basis } of given.entries) prose.push(basis);
        for (const words of prose) {
          if (typeof words === 'string' && words.length > 12)
            assert.ok(!kept.includes(words), `${name}: ${words}`);
        }
      }
    });
  });
});

describe('the route', () => {
  const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

  async function open(t: TestContext) {
    const access = await openTestAccess(t);
    const key = makeApiKey((size) => new Uint8Array(size).fill(7));
    const record = {
      hash: hashApiKey(KEY_SECRET, key),
      label: 'l',
      email: 'a@b.c',
      account: 'acc_1',
      createdAt: 1,
    };
    await access.accessStore.issueKey({ ...record, tier: 'free' });
    const { app } = await makeApp(t, snapshot.shared(), undefined, access);
    return async (url: string, withKey: boolean) => {
      const answer = await app.inject({ url, headers: withKey ? { 'x-api-key': key } : {} });
      return { status: answer.statusCode, body: answer.json(), tag: answer.headers.etag };
    };
  }

  describe('GET /v1/screen/{ticker}?overlays=', () => {
    test('Chinese companies on the Department of Defense list are flagged, with the list’s own words', async (t) => {
      const get = await open(t);
      for (const ticker of ['BABA', 'BIDU', 'NIO', 'HSAI']) {
        const { status, body } = await get(`/v1/screen/${ticker}?overlays=dod_1260h`, true);
        assert.equal(status, 200);
        const { dod_1260h: overlay, values_summary: summary } = body.data.overlays;
        assert.equal(overlay.flagged, true, ticker);
        assert.equal(overlay.basis, 'official_list');
        assert.ok(['ticker', 'name'].includes(overlay.match.matched_by));
        assert.ok(overlay.match.entity.length > 2 && overlay.match.list_string.length > 2);
        assert.equal(overlay.source.list_date, '2026-06-08');
        assert.deepEqual(summary.raised, ['dod_1260h']);
        assert.equal(summary.flags_checked, 1);
      }
    });

    test('companies with similar names are not', async (t) => {
      const get = await open(t);
      for (const ticker of ['CSGP', 'BYD', 'WHD', 'DQ']) {
        const { body } = await get(`/v1/screen/${ticker}?overlays=dod_1260h,uflpa,state_scrutinized`, true);
        assert.deepEqual(body.data.overlays.values_summary.raised, [], ticker);
        assert.equal(body.data.overlays.values_summary.flags_checked, 3);
      }
    });

    test('verdict, score and all else stay the same as without them', async (t) => {
      const get = await open(t);
      for (const ticker of ['AAPL', 'BABA', 'KO', 'SPUS']) {
        const plain = await get(`/v1/screen/${ticker}`, true);
        const overlaid = await get(`/v1/screen/${ticker}?overlays=all`, true);
        const { overlays, ...rest } = overlaid.body.data;
        assert.deepEqual(rest, plain.body.data);
        assert.match(overlays.note, /never change/);
        assert.notEqual(overlaid.tag, plain.tag);
      }
    });

    test('without a key, the names of overlays and where to get a key', async (t) => {
      const get = await open(t);
      const { status, body } = await get('/v1/screen/BABA?overlays=dod_1260h', false);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body.data.overlays), ['available', 'note']);
      assert.equal(body.data.overlays.available.length, 11);
      assert.match(body.data.overlays.note, /POST \/api\/keys/);
      assert.equal(JSON.stringify(body).includes('flagged'), false);
      // A cached answer for a keyholder is not given to others, nor the other way round.
      assert.ok('dod_1260h' in (await get('/v1/screen/BABA?overlays=dod_1260h', true)).body.data.overlays);
      assert.ok('available' in (await get('/v1/screen/BABA?overlays=dod_1260h', false)).body.data.overlays);
    });

    test('an unknown name is refused by name, with and without a key', async (t) => {
      const get = await open(t);
      for (const withKey of [true, false]) {
        for (const asked of ['weapon', 'all,weapon', 'dod_1260h,weapon', '__proto__', '', ',']) {
          const { status, body } = await get(`/v1/screen/AAPL?overlays=${asked}`, withKey);
          assert.equal(status, 422, asked);
          assert.deepEqual(body.detail[0].loc, ['query', 'overlays']);
          assert.equal(body.detail[0].type, 'unknown_overlay');
          if (asked.includes('weapon')) assert.match(body.detail[0].msg, /"weapon"/);
        }
      }
    });
  });
});
