import { createHash } from 'node:crypto';
import type { Database } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { MIGRATIONS } from '@screener/service/store/migrations';
import type { ScreenerSchema } from '@screener/service/store/schema';
import { createSqlStore } from '@screener/service/store/sql-store';
import type { ScreenerStore, StoredScreening } from '@screener/service/store/store';
import type { GrowingStore, Operation } from './growing.ts';
import { fillTable, sizeOf, tidy } from './table-filler.ts';

const SYMBOLS = 10_000;
const PAGE = 50;
const PADDING = 'x'.repeat(700);

/** Dated screenings of 10,000 symbols: as many for each as the size gives. */
export async function growHistory(database: Database<ScreenerSchema>): Promise<GrowingStore> {
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  return {
    what: 'history',
    async grow(from, to) {
      await fillTable(database, 'screening', { from, to }, ({ hex, text }) => ({
        symbol: `'S' || ${text(`i % ${SYMBOLS}`)}`,
        rules: `'current'`,
        // Later days of all symbols after earlier ones: as a service that runs for years writes them.
        as_of: dayOf(database.engine, `i / ${SYMBOLS}`),
        fingerprint: hex,
        recorded_at: 'i',
        screening: `'{"padding":"${PADDING}"}'`,
        origin: `'live'`,
      }));
      await tidy(database);
    },
    bytes: () => sizeOf(database),
    operations: () => operations(store),
  };
}

function dayOf(engine: Database<unknown>['engine'], days: string): string {
  return engine === 'postgres'
    ? `to_char(date '2020-01-01' + (${days})::integer, 'YYYY-MM-DD')`
    : `date('2020-01-01', (${days}) || ' days')`;
}

function operations(store: ScreenerStore): readonly Operation[] {
  const symbolOf = (sample: number) => `S${(sample * 157) % SYMBOLS}`;
  return [
    ['the newest screening', (sample) => store.latestScreening(symbolOf(sample), 'current', '2099-01-01')],
    ['a page of history', (sample) => store.screenings(symbolOf(sample), 'current', PAGE)],
    [
      'the page after it',
      (sample) =>
        store.screenings(symbolOf(sample), 'current', PAGE, {
          asOf: '2020-01-20',
          recordedAt: 1,
          fingerprint: '8',
        }),
    ],
    ['a new screening, committed', (sample) => store.saveScreenings([newest(symbolOf(sample))])],
  ];
}

let saved = 0;
function newest(symbol: string): StoredScreening {
  saved += 1;
  return {
    symbol,
    rules: 'current',
    asOf: '2090-01-01',
    recordedAt: saved,
    changes: null,
    origin: 'live',
    fingerprint: createHash('sha256').update(String(saved)).digest('hex'),
    screening: { padding: PADDING } as unknown as StoredScreening['screening'],
  };
}
