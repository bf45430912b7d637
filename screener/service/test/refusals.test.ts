import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clockAt, makeApp } from './app-under-test.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

const MALFORMED = [
  ...[
    'A!B',
    'TOOLONGTICKER',
    'AAPL;',
    '%3Cscript%3E',
    "AAPL'",
    'A..B',
    'BRK--B',
    'BRK-',
    '-B',
    '%20',
    'ÄPFEL',
  ],
  ...['AA%0APL', 'CIK320193', 'A'.repeat(64), 'A'.repeat(900), '%F0%9F%8D%8E', 'AAPL,MSFT'],
];

describe('refusals', () => {
  for (const route of ['screen', 'history']) {
    test(`${route}: a malformed ticker gets 400`, async (t) => {
      const app = await makeApp(t, snapshot.shared());
      for (const ticker of MALFORMED) {
        const answer = await app.get(`/v1/${route}/${ticker}`);
        assert.equal(answer.status, 400, ticker);
        isFailure(answer, 'malformed_ticker');
      }
    });

    test(`${route}: an unlisted ticker gets 404`, async (t) => {
      const app = await makeApp(t, snapshot.shared());
      for (const ticker of ['ZZZZZ', 'CIK0009999999', 'AAPL-X']) {
        const answer = await app.get(`/v1/${route}/${ticker}`);
        assert.equal(answer.status, 404, ticker);
        isFailure(answer, 'ticker_not_found');
      }
    });

    test(`${route}: unknown rules get 422 with the available ones`, async (t) => {
      const app = await makeApp(t, snapshot.shared());
      for (const rules of ['modern', '', 'CURRENT', '__proto__', 'toString', 'current,classic']) {
        const answer = await app.get(`/v1/${route}/AAPL?rules=${rules}`);
        assert.equal(answer.status, 422, rules);
        const [issue] = isInvalid(answer.body);
        assert.deepEqual(issue?.loc, ['query', 'rules']);
        assert.equal(issue?.type, 'literal_error');
        assert.match(issue?.msg ?? '', /"current" or "classic"/);
      }
    });

    test(`${route}: an unknown parameter gets 422 and is named`, async (t) => {
      const app = await makeApp(t, snapshot.shared());
      for (const query of ['foo=1', 'asof=2021-05-01', 'as_of=2021-05-01&x=', 'Rules=classic']) {
        if (route === 'history' && query.startsWith('as_of')) continue;
        const answer = await app.get(`/v1/${route}/AAPL?${query}`);
        assert.equal(answer.status, 422, query);
        const [issue, ...rest] = isInvalid(answer.body);
        assert.deepEqual(rest, []);
        assert.equal(issue?.type, 'extra_forbidden');
        assert.equal(issue?.loc[0], 'query');
      }
    });
  }

  test('an invalid or future date gets 422', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const wrong = ['2021-02-30', '2021-13-01', '20210501', 'yesterday', '', '2030-06-16', '9999-12-31'];
    for (const date of [...wrong, '2021-05-01T00:00:00Z', '-2021-05-01', '2021-5-1', '%002021-05-01']) {
      const answer = await app.get(`/v1/screen/AAPL?as_of=${date}`);
      assert.equal(answer.status, 422, date);
      const [issue] = isInvalid(answer.body);
      assert.equal(issue?.loc[0], 'query');
      if (!date.includes('%00')) {
        assert.deepEqual(issue?.loc, ['query', 'as_of']);
        assert.equal(issue?.type, 'invalid_as_of');
        assert.match(issue?.msg ?? '', /2030-06-15/);
      }
    }
  });

  test('a parameter given twice gets 422', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.get('/v1/screen/AAPL?as_of=2021-05-01&as_of=2022-05-01');
    assert.equal(answer.status, 422);
    assert.deepEqual(isInvalid(answer.body)[0]?.loc, ['query', 'as_of']);
  });

  test('a history request may ask for 1 to 500 entries', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    for (const limit of ['0', '-1', '501', '1.5', 'x', '', '1e2', '%2B5', '99999999999999999999']) {
      const answer = await app.get(`/v1/history/AAPL?limit=${limit}`);
      assert.equal(answer.status, 422, limit);
      assert.deepEqual(isInvalid(answer.body)[0]?.loc, ['query', 'limit']);
    }
    for (const limit of ['1', '500']) {
      assert.equal((await app.get(`/v1/history/AAPL?limit=${limit}`)).status, 200, limit);
    }
  });

  test('a history takes no date parameter', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    const answer = await app.get('/v1/history/AAPL?as_of=2021-05-01');
    assert.equal(answer.status, 422);
    assert.deepEqual(isInvalid(answer.body)[0]?.loc, ['query', 'as_of']);
  });

  test('another method gets 405 with the available ones', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    for (const url of ['/v1/screen/AAPL', '/v1/history/AAPL', '/health', '/openapi.json']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await app.inject({ method, url, payload: '{', headers: { 'content-type': 'text/x' } });
        assert.equal(answer.statusCode, 405, `${method} ${url}`);
        assert.match(String(answer.headers.allow), /\bGET\b/);
        isFailure({ headers: answer.headers, body: answer.body }, 'method_not_allowed');
      }
    }
  });

  test('an unknown path gets 404 in the same shape', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    for (const path of ['/v1', '/v1/screen', '/v1/screen/AAPL/x', '/V1/screen/AAPL', '/v2/screen/AAPL']) {
      const answer = await app.get(path);
      assert.equal(answer.status, 404, path);
      isFailure(answer, 'not_found');
    }
  });

  test('an invalid URL gets 400', async (t) => {
    const app = await makeApp(t, snapshot.shared());
    for (const ticker of ['%E0%A4%A', '%', '%zz']) {
      const answer = await app.get(`/v1/screen/${ticker}`);
      assert.equal(answer.status, 400, ticker);
      isFailure(answer, 'bad_request');
    }
  });

  test('a broken store gets 500 without a word about what broke', async (t) => {
    const deps = snapshot.shared();
    const findListing = () => Promise.reject(new Error('connection to postgres://user:secret@host failed'));
    const app = await makeApp(t, { ...deps, store: { ...deps.store, findListing } });
    const answer = await app.get('/v1/screen/AAPL');
    assert.equal(answer.status, 500);
    isFailure(answer, 'internal_error');
    assert.doesNotMatch(answer.body, /secret|postgres/);
  });
});

interface Issue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** The failure envelope, with exactly these members. */
function isFailure(
  { headers, body }: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string },
  code: string,
): void {
  const parsed = JSON.parse(body);
  assert.deepEqual(Object.keys(parsed), ['success', 'error', 'data']);
  assert.equal(parsed.success, false);
  assert.equal(parsed.data, null);
  // Where the text is near a ticker or a name, the refusal proposes some.
  const { detail, ...always } = parsed.error;
  assert.deepEqual(Object.keys(always), ['code', 'message', 'request_id']);
  if (detail !== undefined) assert.ok(code === 'malformed_ticker' && detail.suggestions.length > 0);
  assert.equal(parsed.error.code, code);
  assert.equal(parsed.error.request_id, headers['x-request-id']);
  assert.ok(parsed.error.message.length > 10);
  assert.match(String(headers['content-type']), /^application\/json/);
}

/** The validation error of the interface document, 2.6. */
function isInvalid(body: string): readonly Issue[] {
  const parsed = JSON.parse(body);
  assert.deepEqual(Object.keys(parsed), ['detail']);
  assert.ok(Array.isArray(parsed.detail) && parsed.detail.length > 0);
  for (const issue of parsed.detail) {
    const { loc, msg, type, ...optional } = issue;
    assert.ok(loc.every((step: unknown) => typeof step === 'string' || Number.isInteger(step)));
    assert.equal(typeof msg, 'string');
    assert.equal(typeof type, 'string');
    assert.ok(Object.keys(optional).every((name) => name === 'input' || name === 'ctx'));
  }
  return parsed.detail;
}
