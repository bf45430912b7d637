import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HttpClient } from '@common/kit/http/client';
import { Type } from 'typebox';
import { createClient } from '../src/client.ts';
import type { RouteTable } from '../src/route.ts';

const TABLE = {
  list: {
    method: 'GET',
    path: '/things',
    summary: '',
    tag: '',
    query: Type.Object({ kind: Type.Optional(Type.String()), limit: Type.Optional(Type.Integer()) }),
    answer: Type.Array(Type.String()),
    pages: 'next',
  },
  change: {
    method: 'POST',
    path: '/things/:id/change',
    summary: '',
    tag: '',
    params: Type.Object({ id: Type.String() }),
    headers: Type.Object({ 'x-mandate': Type.Optional(Type.String()) }),
    body: Type.Object({ again: Type.Boolean() }),
    answer: Type.Object({ done: Type.Boolean() }),
    repeatable: (body) => JSON.stringify(body) === '{"again":true}',
  },
  note: {
    method: 'GET',
    path: '/note',
    summary: '',
    tag: '',
    answer: Type.String(),
    media: { type: 'text/plain', description: '' },
  },
} satisfies RouteTable;

type Send = HttpClient['send'];
type Sent = Parameters<Send>[0] & { readonly by: 'send' | 'sendRepeatable' };
type Answer = Awaited<ReturnType<Send>>;

const answered = (text: string, status = 200, headers: Record<string, string> = {}): Answer => ({
  kind: 'answered',
  status,
  retryAfterS: null,
  headers,
  bytes: Buffer.from(text),
});

/** A client whose calls get these answers, one after the other. */
function clientThatGets(...answers: Answer[]) {
  const sent: Sent[] = [];
  const as = (by: Sent['by']): Send => {
    return async (call) => {
      sent.push({ ...call, by });
      return answers.shift() ?? answered('null', 500);
    };
  };
  const http = { send: as('send'), sendRepeatable: as('sendRepeatable') };
  const limits = { timeoutMs: 1_000, maxBytes: 1_000 };
  return { sent, client: createClient(TABLE, { http, baseUrl: 'http://service.test:1/under/', ...limits }) };
}

test('a call has the path, the body and the headers of its route, and a token for exactly that body', async () => {
  const { sent, client } = clientThatGets(answered('{"done":true}'));
  const called = await client.change({
    params: { id: 'a/b?' },
    headers: { 'x-mandate': 'ic_1' },
    body: { again: false },
    token: (body) => `for ${body}`,
  });
  assert.ok(called.ok && called.value.done);
  const [call] = sent;
  assert.deepEqual(
    [call?.by, call?.origin, call?.path, call?.body],
    ['send', 'http://service.test:1', '/under/things/a%2Fb%3F/change', '{"again":false}'],
  );
  assert.deepEqual(call?.headers, {
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer for {"again":false}',
    'x-mandate': 'ic_1',
  });
});

test('only what may arrive twice is sent so that it may', async () => {
  const { sent, client } = clientThatGets();
  await client.list();
  await client.change({ params: { id: '1' }, body: { again: true } });
  await client.change({ params: { id: '1' }, body: { again: false } });
  assert.deepEqual(
    sent.map(({ by }) => by),
    ['sendRepeatable', 'sendRepeatable', 'send'],
  );
});

describe('what is no documented answer is a failure of its kind', () => {
  const unanswered = { kind: 'unanswered', handedOver: true, message: 'ECONNRESET' } as const;
  const silent = { kind: 'unanswered', handedOver: true, tooLong: false, message: 'ECONNRESET' };
  const refusal = { error: 'too_late', message: 'Come earlier.' };
  const cases: readonly (readonly [string, Answer, object])[] = [
    ['nothing', unanswered, silent],
    ['too much', { ...unanswered, tooLong: true }, { ...silent, tooLong: true }],
    ['another form', answered('{"done":1}'), { kind: 'garbled', status: 200 }],
    ['no JSON', answered('<html>'), { kind: 'garbled', status: 200 }],
    ['a name twice', answered('{"done":true,"done":true}'), { kind: 'garbled', status: 200 }],
    [
      'a refusal',
      answered(JSON.stringify({ detail: refusal }), 410),
      { kind: 'refused', status: 410, refusal, retryAfterS: null },
    ],
    [
      'a redirect',
      answered('', 307, { location: '/elsewhere' }),
      { kind: 'refused', status: 307, refusal: null, retryAfterS: null },
    ],
  ];
  for (const [what, answer, error] of cases) {
    test(what, async () => {
      // The second check of a form is by its compiled code.
      const { client } = clientThatGets(answer, answer);
      for (const _time of ['first', 'second']) {
        const called = await client.change({ params: { id: '1' }, body: { again: false } });
        assert.deepEqual(called, { path: '/things/1/change', ok: false, error });
      }
    });
  }
});

test('a list names its next page by a query of the same route, whatever else its link says', async () => {
  const link = (target: string) => ({ link: `<${target}>; rel="next"` });
  const { sent, client } = clientThatGets(
    answered('["a"]', 200, link('/elsewhere?kind=x&after=a')),
    answered('["b"]', 200, link('http://other.test/things?after=b')),
  );
  const first = await client.list({ query: { kind: 'x', limit: undefined } });
  assert.ok(first.ok && first.next !== null);
  assert.deepEqual([first.path, first.next.path], ['/things?kind=x', '/things?kind=x&after=a']);
  const second = await first.next.read();
  assert.ok(second.ok);
  assert.deepEqual([second.value, second.next], [['b'], null]);
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/under/things?kind=x', '/under/things?kind=x&after=a'],
  );
});

test('a text is given as it came', async () => {
  const { sent, client } = clientThatGets(answered('{not JSON'));
  const called = await client.note();
  assert.ok(called.ok);
  assert.equal(called.value, '{not JSON');
  assert.equal(sent[0]?.headers.accept, 'text/plain');
});
