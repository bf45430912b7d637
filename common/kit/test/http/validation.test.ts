import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeApp } from '@common/kit/testing/http-app';
import fc from 'fast-check';
import { Type } from 'typebox';

const Query = Type.Object({
  as_of: Type.Optional(Type.String({ format: 'date' })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400, default: 14 })),
  share: Type.Optional(Type.Number()),
  all: Type.Optional(Type.Boolean()),
  rules: Type.Optional(Type.Union([Type.Literal('current'), Type.Literal('classic')])),
  tag: Type.Optional(Type.Array(Type.Integer())),
  name: Type.Optional(Type.String()),
});

const Body = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Type.Optional(Type.String({ maxLength: 4 })),
  use_case: Type.Optional(Type.String({ maxLength: 20, default: '' })),
  attribution: Type.Optional(
    Type.Union([Type.Object({ utm_source: Type.Optional(Type.String({ maxLength: 3 })) }), Type.Null()]),
  ),
  symbols: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2 })),
});

test('a long pattern is told in the words of its schema, not as a regular expression', async (t) => {
  const { app } = await makeApp(t);
  const pattern = `^[a-z]{1,${'1'.repeat(3)}}(?:${'x|'.repeat(50)}y)$`;
  const name = Type.String({ pattern, description: 'A name of small letters' });
  app.post(
    '/p',
    { schema: { body: Type.Object({ name, short: Type.String({ pattern: '^[a-z]$' }) }) } },
    () => '',
  );
  const { detail } = (
    await app.inject({ method: 'POST', url: '/p', payload: { name: '1', short: '1' } })
  ).json();
  assert.deepEqual(
    detail.map(({ msg }: { msg: string }) => msg),
    ['does not have the form that is expected here: A name of small letters', 'must match ^[a-z]$'],
  );
});

test('query values are converted as the schema says, only from their exact form', async (t) => {
  const { app } = await makeApp(t);
  app.get('/q', { schema: { querystring: Query } }, (request) => request.query);
  const value = async (query: string) => {
    const response = await app.inject(`/q?${query}`);
    return response.statusCode === 200 ? response.json() : response.json().detail;
  };
  assert.deepEqual(await value(''), { days: 14 });
  assert.deepEqual(await value('days=7&share=0.5&all=false&tag=1&tag=-2&name=12&rules=classic'), {
    days: 7,
    share: 0.5,
    all: false,
    tag: [1, -2],
    name: '12',
    rules: 'classic',
  });
  assert.deepEqual((await value('tag=5')).tag, [5]);
  const types: Record<string, string> = {};
  for (const query of [
    'days=1.5',
    'days=1e2',
    'days=0x10',
    'days=',
    'days=%201',
    'days=07',
    'days=0',
    'days=401',
    'days=1&days=2',
    'share=.5',
    'share=NaN',
    'all=1',
    'as_of=2024-02-30',
    'rules=old',
    'name=a&name=b',
    'tag=x',
  ]) {
    types[query] = (await value(query))[0].type;
  }
  assert.deepEqual(types, {
    'days=1.5': 'int_type',
    'days=1e2': 'int_type',
    'days=0x10': 'int_type',
    'days=': 'int_type',
    'days=%201': 'int_type',
    'days=07': 'int_type',
    'days=0': 'greater_than_equal',
    'days=401': 'less_than_equal',
    'days=1&days=2': 'int_type',
    'share=.5': 'float_type',
    'share=NaN': 'float_type',
    'all=1': 'bool_type',
    'as_of=2024-02-30': 'format_error',
    'rules=old': 'literal_error',
    'name=a&name=b': 'string_type',
    'tag=x': 'int_type',
  });
});

test('an issue gives the place, the expectation and a stable type, and repeats a short value', async (t) => {
  const { app } = await makeApp(t);
  app.get('/q', { schema: { querystring: Query } }, () => 'x');
  const response = await app.inject('/q?as_of=yesterday');
  assert.deepEqual(response.json(), {
    detail: [
      { loc: ['query', 'as_of'], msg: 'must be a valid date', type: 'format_error', input: 'yesterday' },
    ],
  });
});

test('unknown query parameters are refused, or ignored where the app or the schema says so', async (t) => {
  const strict = (await makeApp(t)).app;
  const lenient = (await makeApp(t, { unknownQuery: 'ignore' })).app;
  const open = Type.Object({}, { additionalProperties: true });
  for (const app of [strict, lenient]) {
    app.get('/q', { schema: { querystring: Query } }, (request) => request.query);
    app.get('/open', { schema: { querystring: open } }, () => 'x');
    app.get('/page', () => 'x');
  }
  const refused = await strict.inject('/q?asof=2024-01-01');
  assert.deepEqual(refused.json().detail, [
    {
      loc: ['query', 'asof'],
      msg: `is not recognised; known here: ${Object.keys(Query.properties).join(', ')}`,
      type: 'extra_forbidden',
    },
  ]);
  assert.equal((await lenient.inject('/q?asof=2024-01-01')).statusCode, 200);
  assert.equal((await strict.inject('/open?utm_source=x')).statusCode, 200);
  assert.equal((await strict.inject('/page?utm_source=x')).statusCode, 200);
  assert.equal((await strict.inject('/q?__proto__=1')).statusCode, 422);
});

test('a refusal of an unknown query parameter names a dozen of the known ones', async (t) => {
  const { app } = await makeApp(t);
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`p${at + 1}`, Type.Integer()]));
  app.get('/many', { schema: { querystring: Type.Partial(Type.Object(many)) } }, () => 'x');
  app.get('/none', { schema: { querystring: Type.Object({}) } }, () => 'x');
  const message = async (path: string) => (await app.inject(path)).json().detail[0].msg;
  assert.match(await message('/many?p0=1'), /^is not recognised; known here: p1, p2, .*, p12 and 2 more$/);
  assert.equal(await message('/none?x=1'), 'is not recognised; no parameters are known here');
});

test('bodies are not coerced; path and header parameters have their own location', async (t) => {
  const { app } = await makeApp(t);
  const schema = {
    params: Type.Object({ id: Type.Integer() }),
    headers: Type.Object({ 'x-count': Type.Integer() }),
    body: Type.Object({ n: Type.Integer() }),
  };
  app.post('/p/:id', { schema }, ({ params, body }) => ({ params, body }));
  const post = async (id: string, count: string, payload: object) => {
    const response = await app.inject({
      method: 'POST',
      url: `/p/${id}`,
      headers: { 'x-count': count },
      payload,
    });
    return response.json().detail ?? response.json();
  };
  assert.deepEqual(await post('7', '1', { n: 1 }), { params: { id: 7 }, body: { n: 1 } });
  const inBody = { loc: ['body', 'n'], msg: 'must be an integer', type: 'int_type', input: '1' };
  assert.deepEqual(await post('7', '1', { n: '1' }), [inBody]);
  assert.deepEqual((await post('x', '1', { n: 1 }))[0].loc, ['path', 'id']);
  const inHeader = { loc: ['header', 'x-count'], msg: 'must be an integer', type: 'int_type' };
  assert.deepEqual(await post('7', 'snd_live_1', { n: 1 }), [inHeader], 'header values are not repeated');
});

test('bodies: defaults, missing fields, nested faults, choices, list positions; no secret is repeated', async (t) => {
  const { app } = await makeApp(t);
  app.post('/b', { schema: { body: Body } }, (request) => request.body);
  const post = async (payload: object) => {
    const response = await app.inject({ method: 'POST', url: '/b', payload });
    const body = response.json();
    return response.statusCode === 200 ? body : body.detail;
  };
  assert.deepEqual(await post({ email: 'a' }), { email: 'a', use_case: '' });
  assert.deepEqual(await post({ email: 'a', attribution: null, more: 1 }), {
    email: 'a',
    use_case: '',
    attribution: null,
    more: 1,
  });
  assert.deepEqual(await post({}), [{ loc: ['body', 'email'], msg: 'is required', type: 'missing' }]);
  assert.deepEqual(await post({ email: 'a', attribution: { utm_source: 'long' } }), [
    {
      loc: ['body', 'attribution', 'utm_source'],
      msg: 'must have at most 3 characters',
      type: 'string_too_long',
      input: 'long',
    },
  ]);
  assert.deepEqual(await post({ email: 'a', attribution: 5 }), [
    { loc: ['body', 'attribution'], msg: 'matches none of the allowed forms', type: 'union_error', input: 5 },
  ]);
  assert.deepEqual(await post({ email: 'a', symbols: ['A', '', 'C'] }), [
    {
      loc: ['body', 'symbols', 1],
      msg: 'must have at least 1 character',
      type: 'string_too_short',
      input: '',
    },
    { loc: ['body', 'symbols'], msg: 'must have at most 2 items', type: 'too_long' },
  ]);
  const tooLong = await post({ email: 'x'.repeat(255), password: 'hunter2' });
  assert.deepEqual(
    tooLong.map(({ loc }: { loc: string[] }) => loc.at(-1)),
    ['email', 'password'],
  );
  assert.doesNotMatch(JSON.stringify(tooLong), /hunter2|xxx/);
});

test('whatever JSON is sent, the answer is 200 or a well-formed 422', async (t) => {
  const { app } = await makeApp(t, { limits: { bodyBytes: 100_000 } });
  app.post('/b', { schema: { body: Body } }, () => ({ fine: true }));
  const nearly = fc.record(
    {
      email: fc.oneof(fc.string(), fc.jsonValue()),
      attribution: fc.jsonValue(),
      symbols: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), nearly), async (value) => {
      const headers = { 'content-type': 'application/json' };
      const response = await app.inject({
        method: 'POST',
        url: '/b',
        headers,
        payload: JSON.stringify(value),
      });
      if (response.statusCode === 200) return;
      assert.equal(response.statusCode, 422);
      const { detail } = response.json();
      assert.ok(detail.length > 0);
      for (const { loc, msg, type } of detail) {
        assert.equal(loc[0], 'body');
        assert.ok(msg !== '' && /^[a-z_]+$/.test(type));
      }
    }),
    { numRuns: 300 },
  );
});
