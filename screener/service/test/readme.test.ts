import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import type { historyOfAll } from '../src/use-cases/build-snapshot.ts';
import { readSnapshot } from '../src/use-cases/read-snapshot.ts';
import { clockAt, makeApp } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const store = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

test('the README counts and names the companies of the snapshot as they are', async (t) => {
  const snapshot = unwrap(await readSnapshot(join(REPOSITORY, 'screener/data/snapshot')));
  const readme = await readFile(join(REPOSITORY, 'README.md'), 'utf8');
  const words = new Set(readme.split(/\W+/));
  const app = await makeApp(t, store.shared());
  const withFacts = snapshot.companies.filter(({ facts }) => facts.reports.length > 0);
  const decidedAt = new Set(
    (snapshot.history as ReturnType<typeof historyOfAll>)
      .filter(({ rules, screening }) => rules === 'current' && screening.compliance !== 'not_screenable')
      .map(({ symbol }) => symbol),
  );
  const recent: string[] = [];
  const past: string[] = [];
  const open: string[] = [];
  for (const { cik } of withFacts) {
    const symbols = snapshot.tickers.filter((ticker) => ticker.cik === cik).map(({ symbol }) => symbol);
    const [symbol = cik] = symbols.filter((one) => words.has(one)).concat(symbols);
    const { anchor, compliance } = await app.screen(symbol);
    if (anchor !== null && compliance !== 'not_screenable') recent.push(symbol);
    else (symbols.some((one) => decidedAt.has(one)) ? past : open).push(symbol);
  }
  const says = (text: string) => assert.ok(readme.includes(text), `the README should say: ${text}`);
  says(`the facts of ${withFacts.length} companies, and two funds`);
  says(`Ten companies have facts recent enough for a verdict (${recent.toSorted().join(', ')})`);
  assert.equal(recent.length, 10);
  says(`Of the other ${withFacts.length - recent.length}, whose facts end earlier, ${past.length} have`);
  says(`the other ${open.length} are open at every date`);
  says(`the facts of the ${withFacts.length} companies`);
  assert.equal(new Set(snapshot.fundReports.map(({ seriesId }) => seriesId)).size, 2);
  for (const symbol of named(/such as ([^;]+);/))
    assert.ok(past.includes(symbol), `${symbol} has no verdict`);
  for (const symbol of named(/\(([^()]+) earn interest inside revenue\)/)) {
    assert.ok(open.includes(symbol), `${symbol} has a verdict`);
  }

  function named(where: RegExp): readonly string[] {
    const names = where.exec(readme)?.[1]?.split(/, | and /) ?? [];
    assert.ok(names.length > 1, `the README has nothing like ${where}`);
    return names;
  }
});
