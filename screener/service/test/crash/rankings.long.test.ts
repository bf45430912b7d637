import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { copySeeded } from '@screener/service/testing/open-seeded';
import { killAgainAndAgain } from './killed-rankings.ts';

test('rankings rebuilt while the process is being killed, on SQLite', (t) =>
  withTempDir(async (folder) => {
    const file = join(folder, 'store.sqlite');
    await copySeeded(file);
    await killAgainAndAgain(t, `sqlite:${file}`, folder);
  }));
