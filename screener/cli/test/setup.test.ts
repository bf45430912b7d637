import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { programArgs } from '@common/kit/testing/programs';
import { startFakeListing } from '@screener/sources/testing/fake-listing';
import { startFakeSec } from '@screener/sources/testing/fake-sec';
import { companyTickers, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import { TICKERS } from '../../service/test/live/live-app.ts';
import { writeTinySnapshot } from '../../service/test/tiny-snapshot.ts';
import { type Place, placeIn } from './run.ts';

const SECRET = 'k3y-that-nobody-may-see';
const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

describe('sanad setup', () => {
  test('writes the address for its owner alone, and leaves other lines as they are', async () => {
    await withPlace(async ({ sanad }, file) => {
      await writeFile(file, '# mine\nRATE_LIMIT_DEMO=5\nexport SEC_USER_AGENT=old@example.org\n\n');
      await chmod(file, 0o644);
      const run = await sanad([
        'setup',
        '--user-agent',
        'A "B" you@example.org',
        '--no-check',
        '--file',
        file,
      ]);
      assert.deepEqual([run.code, run.err], [0, '']);
      assert.match(run.out, /Written to .*\.env, readable by you alone: SEC_USER_AGENT/);
      assert.equal(
        await readFile(file, 'utf8'),
        '# mine\nRATE_LIMIT_DEMO=5\nSEC_USER_AGENT=\'A "B" you@example.org\'\n',
      );
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.deepEqual(
        (await readdir(join(file, '..'))).filter((name) => name.endsWith('.tmp')),
        [],
      );
    });
  });

  test('asks until there is an address; a key is asked for unseen and never printed', async () => {
    await withPlace(async ({ sanad }, file) => {
      const answers = ['nobody', 'you@example.org', SECRET];
      const hidden: boolean[] = [];
      const ask = async (_question: string, how: { readonly hidden: boolean }) => {
        hidden.push(how.hidden);
        return answers.shift() ?? null;
      };
      const line = ['setup', '--price-provider', 'tiingo', '--no-check', '--file', file];
      const run = await sanad(line, { ask });
      assert.equal(run.code, 0, run.err);
      assert.deepEqual(hidden, [false, false, true]);
      assert.match(run.out, /no e-mail address/);
      assert.doesNotMatch(run.out + run.err, new RegExp(SECRET));
      assert.match(
        await readFile(file, 'utf8'),
        new RegExp(`MARKET_PROVIDER="tiingo"\nMARKET_API_TOKEN="${SECRET}"`),
      );
    });
  });

  const refused: Readonly<Record<string, { readonly line: readonly string[]; readonly says: RegExp }>> = {
    'no address where nobody can be asked': { line: [], says: /give --user-agent/ },
    'an address that is none': { line: ['--user-agent', 'nobody'], says: /e-mail/ },
    'a provider without a key': {
      line: ['--user-agent', 'you@example.org', '--price-provider', 'tiingo'],
      says: /MARKET_API_TOKEN/,
    },
  };
  for (const [what, { line, says }] of Object.entries(refused)) {
    test(`${what}: refused, and nothing is written`, async () => {
      await withPlace(async ({ sanad }, file) => {
        const run = await sanad(['setup', ...line, '--no-check', '--file', file]);
        assert.equal(run.code, 2);
        assert.match(run.err, says);
        await assert.rejects(stat(file), /ENOENT/);
      });
    });
  }

  test('an unclosed quote before it is told, not written over', async () => {
    await withPlace(async ({ sanad }, file) => {
      await writeFile(file, 'OTHER="open\n');
      const run = await sanad(['setup', '--user-agent', 'you@example.org', '--no-check', '--file', file]);
      assert.equal(run.code, 1);
      assert.match(run.err, /open quote/);
      assert.equal(await readFile(file, 'utf8'), 'OTHER="open\n');
    });
  });

  test('tries both sources and says what works', async (t) => {
    await withPlace(async ({ sanad, env }, file) => {
      const { urls, sec } = await startSources(t);
      const line = ['setup', '--user-agent', 'you@example.org', '--file', file];
      const run = await sanad(line, { env: { ...env, ...urls } });
      assert.match(run.out, /Facts: the SEC answers; 2 tickers are known/);
      // A tiny snapshot has no closes by which a listing could be dated.
      assert.match(run.out, /Prices: none were reached: .*embedded snapshot/);
      assert.equal(run.code, 1);
      assert.equal(sec.requests[0]?.headers['user-agent'], 'you@example.org');
    });
  });

  test('a source that is away is named, and the file is written all the same', async (t) => {
    await withPlace(async ({ sanad, env }, file) => {
      const { urls, sec } = await startSources(t);
      sec.always('*', { kind: 'throttle_page' });
      const run = await sanad(['setup', '--user-agent', 'you@example.org', '--file', file], {
        env: { ...env, ...urls },
      });
      assert.match(run.out, /Facts: the SEC was not reached: .*slow down/);
      assert.equal(run.code, 1);
      assert.match(await readFile(file, 'utf8'), /SEC_USER_AGENT/);
    });
  });
});

describe('a command while the SEC is away', () => {
  const said: Readonly<Record<string, RegExp>> = {
    'screen ZZNEW':
      /The SEC sent a web page instead of data\.\s+Try again later\. ZZNEW is not among the tickers stored here\.\n$/,
    refresh: /The SEC sent a web page instead of data\.\s+Try again later\.\n$/,
  };
  for (const [command, says] of Object.entries(said)) {
    test(`${command}: says why, and once what to do`, async (t) => {
      await withPlace(async ({ sanad, env }) => {
        const { urls, sec } = await startSources(t);
        sec.always('*', { kind: 'html_ok' });
        const run = await sanad(command.split(' '), {
          env: { ...env, ...urls, SEC_USER_AGENT: 'you@example.org' },
        });
        assert.equal(run.code, 1, run.err);
        assert.match(run.err, says);
      });
    });
  }
});

describe('.env', () => {
  test('is read by the commands; a variable of the environment wins, and one that is named must be there', async () => {
    await withPlace(async ({ env }, file) => {
      await writeFile(file, 'SEC_USER_AGENT=no address\nLOG_LEVEL=loud\n');
      const sanad = (more: Readonly<Record<string, string>>) =>
        promisify(execFile)(process.execPath, [...programArgs('bin/sanad.cjs'), 'leaders'], {
          cwd: REPOSITORY,
          env: { PATH, HOME, NODE_COMPILE_CACHE, ...env, ...more },
        }).then(
          ({ stderr }) => stderr,
          ({ stderr }: { readonly stderr: string }) => stderr,
        );
      assert.match(await sanad({ SANAD_ENV_FILE: file }), /LOG_LEVEL must be one of/);
      assert.match(await sanad({ SANAD_ENV_FILE: file, LOG_LEVEL: 'warn' }), /SEC_USER_AGENT: .*e-mail/s);
      assert.match(
        await sanad({ SANAD_ENV_FILE: join(file, '..', 'none') }),
        /cannot be read: there is no such file/,
      );
      assert.match(await sanad({ SANAD_ENV_FILE: '' }), /no leaderboard yet/);
    });
  });
});

async function withPlace(work: (place: Place, file: string) => Promise<void>): Promise<void> {
  await withTempDir(async (directory) => {
    const snapshot = join(directory, 'snapshot');
    await writeTinySnapshot(snapshot);
    await work(placeIn(directory, snapshot), join(directory, '.env'));
  });
}

async function startSources(t: TestContext) {
  const sec = await startFakeSec({ documents: [[TICKERS, companyTickers([NORTHWIND])]] });
  const listing = await startFakeListing();
  t.after(() => Promise.all([sec.close(), listing.close()]));
  const urls = {
    SEC_DATA_URL: sec.baseUrls.data,
    SEC_WWW_URL: sec.baseUrls.www,
    RATES_URL: 'http://127.0.0.1:9/eurofxref-hist.zip',
    LISTING_FILES_URL: listing.filesUrl,
    LISTING_COMMITS_URL: listing.commitsUrl,
  };
  return { urls, sec };
}
