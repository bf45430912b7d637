import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { live, liveThroughKills } from './programs.ts';
import { assertSameRows, storedRows } from './stored-rows.ts';

const SERVICE = fileURLToPath(new URL('../../../site/src/main.ts', import.meta.url));
const ROUNDS = 4;
const KILLS_PER_ROUND = 2;
const TABLES = ['company', 'ticker', 'quote_series', 'screening', 'import_entry', 'setting'] as const;

test('a service killed while filling its store at the first start fills it at the next', async (t) => {
  await withTempDir(async (folder) => {
    const service = (name: string) => ({
      entry: SERVICE,
      env: { DATABASE_URL: `sqlite:${join(folder, name)}`, SCREENER_PORT: '0', LOG_LEVEL: 'silent' },
      codeCache: join(folder, 'code'),
      stopAt: /^screener ready/m,
    });
    const rowsOf = (name: string) => storedRows(`sqlite:${join(folder, name)}`, TABLES);

    await live(service('warm-up.sqlite'), null);
    const calm = await live(service('calm.sqlite'), null);
    const expected = await rowsOf('calm.sqlite');
    assert.ok((expected.ticker?.length ?? 0) > 1_000 && (expected.screening?.length ?? 0) > 1_000);

    const sizes: number[] = [];
    let kills = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `killed-${round}.sqlite`;
      kills += await liveThroughKills(service(name), {
        kills: KILLS_PER_ROUND,
        death: () => ({ lines: 0, ms: calm.ms * (0.2 + 0.7 * Math.random()) }),
        afterKill: async () => {
          const rows = await rowsOf(name);
          sizes.push(Object.values(rows).reduce((total, { length }) => total + length, 0));
        },
      });
      assertSameRows(await rowsOf(name), expected);
    }
    t.diagnostic(`${kills} kills; rows after each: ${sizes.join(', ')}`);
  });
});
