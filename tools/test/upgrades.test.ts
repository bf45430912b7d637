import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import type { Engine } from '@common/kit/sql/url';
import { DATABASES, type ServiceDatabase } from '../databases.ts';
import { applied, asBefore, type Rows, rowsOf, withPlace } from './first-release.ts';

async function upgrades(engine: Engine, { name, migrations }: ServiceDatabase): Promise<void> {
  const known = applied(name);
  const later = Object.keys(migrations).filter((each) => !known.some((one) => each.startsWith(one)));
  let fresh: ReadonlyMap<string, unknown> = new Map();
  await withPlace(engine, null, async ({ url, schema }) => {
    const database = await openDatabase<unknown>({ url });
    await migrate(database, migrations);
    await database.close();
    fresh = await schema();
  });
  await withPlace(engine, name, async ({ url, schema }) => {
    const tables = [...(await schema()).keys()];
    const database = await openDatabase<Rows>({ url });
    try {
      const before = await rowsOf(database, tables);
      assert.ok(Object.values(before).flat().length > 0, 'there are rows to lose');
      assert.deepEqual(await migrate(database, migrations), later);
      assert.deepEqual(asBefore(await rowsOf(database, tables), before), asBefore(before, before));
      assert.deepEqual(await schema(), fresh);
      const tomorrow = { name: '9999-of-tomorrow', timestamp: '2099-01-01T00:00:00.000Z' };
      await (database.db as unknown as Database<Record<string, typeof tomorrow>>['db'])
        .insertInto('kysely_migration')
        .values(tomorrow)
        .execute();
      await assert.rejects(migrate(database, migrations), /written by a newer version .*9999-of-tomorrow/);
    } finally {
      await database.close();
    }
  });
}

for (const engine of ['sqlite', 'postgres'] as const) {
  for (const service of DATABASES) {
    test(`${engine}: the first release's database of ${service.name} becomes today's, and keeps its rows`, () =>
      upgrades(engine, service));
  }
}
