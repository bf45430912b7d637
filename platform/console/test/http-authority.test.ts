import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, type TestContext, test } from 'node:test';
import { createHttpAuthority } from '../src/adapters/http-authority.ts';
import { heldGrant } from './pages/held-grant.ts';

/** A server in the authority's place. */
async function serve(
  t: TestContext,
  status: number,
  answer: (response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((_request, response) => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    answer(response);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

test('an answer without end is read up to its bound, and refused with what to do', async (t) => {
  const chunk = ' '.repeat(100_000);
  // More than the bound and what the connection holds, so that a reader of all of it is found out.
  let left = 1_000;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const url = await serve(t, 200, (response) => {
    response.on('close', resolve);
    const more = () => {
      while (left > 0 && response.write(chunk)) left -= 1;
      if (left === 0) response.end('[]');
    };
    response.on('drain', more);
    more();
  });
  const { error } = { error: null, ...(await createHttpAuthority(url).plugins()) };
  assert.deepEqual(error, {
    code: 'authority_garbled',
    message: `The answer of ${url} to /plugins is longer than a megabyte, so it was not read to its end: check that AUTHORITY_URL is the authority’s own address.`,
  });
  await closed;
  assert.ok(left > 0, 'the rest is not fetched');
});

test('a letter that arrives in two pieces is one letter', async (t) => {
  const text = Buffer.from('{"detail":{"error":"é","message":"né"}}');
  const cut = text.indexOf('é') + 1;
  const url = await serve(t, 404, (response) => {
    response.write(text.subarray(0, cut));
    response.end(text.subarray(cut));
  });
  const { error } = { error: null, ...(await createHttpAuthority(url).plugins()) };
  assert.equal(error?.message, 'The authority refused (é): né');
});

describe('a list without end is given up', () => {
  const page = JSON.stringify([heldGrant()]);
  const cases: readonly (readonly [string, string, (asked: number) => string, number])[] = [
    ['an empty page that names a next one', '[]', String, 1],
    ['a page that was named before', page, (asked) => String(asked % 3), 4],
    ['a new page for ever', page, String, 1_000],
  ];
  for (const [what, body, next, most] of cases) {
    test(what, async (t) => {
      let asked = 0;
      const url = await serve(t, 200, (response) => {
        asked += 1;
        // So that a reader without a bound is found out.
        const link = asked > 2_000 ? {} : { link: `</grants?cursor=${next(asked)}>; rel="next"` };
        response.writeHead(200, link).end(body);
      });
      const { error } = { error: null, ...(await createHttpAuthority(url).grantsOf('ic_first')) };
      assert.equal(error?.code, 'authority_garbled');
      assert.match(error?.message ?? '', /does not end/);
      assert.equal(asked, most);
    });
  }
});

test('a list that is longer than what is read of one is given up, and said so', async (t) => {
  const page = JSON.stringify([heldGrant()]);
  let asked = 0;
  const url = await serve(t, 200, (response) => {
    asked += 1;
    const link = asked >= 100 ? {} : { link: `</grants?cursor=${asked}>; rel="next"` };
    response.writeHead(200, link).end(page);
  });
  const bound = 10.5 * page.length;
  const { error } = { error: null, ...(await createHttpAuthority(url, bound).grantsOf('ic_first')) };
  assert.equal(error?.code, 'authority_list_long');
  assert.match(error?.message ?? '', /contract_id=ic_first.* is longer than \d+ megabytes.*sanad command/);
  assert.equal(asked, 11, 'no page more');
  asked = 0;
  assert.equal((await createHttpAuthority(url).grantsOf('ic_first')).ok, true);
});
