import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeCrypto } from '@common/evidence/node';
import { VERSION } from '@common/kit/version';
import { watchPlugins } from '@platform/keys/plugin-folders';
import OpenAI from 'openai';
import { type GatewayUnderTest, startGateway } from './gateway-under-test.ts';
import { grantRecord, MANDATE_ID, mandate, RECORDS, sha256, TRANSFER, TREASURY } from './parts.ts';

const PLUGINS = fileURLToPath(new URL('../../plugins', import.meta.url));

async function clientOf({ url, token }: GatewayUnderTest): Promise<OpenAI> {
  return new OpenAI({
    apiKey: await token(),
    baseURL: `${url}/v1`,
    defaultHeaders: { 'X-Service-Contract': MANDATE_ID },
    maxRetries: 0,
  });
}

const ask = (words: string) => ({ model: 'any', messages: [{ role: 'user' as const, content: words }] });

async function wordsOf(client: OpenAI, question: string): Promise<string> {
  const { choices } = await client.chat.completions.create(ask(question));
  return choices[0]?.message.content ?? '';
}

describe('chat completions with the openai client', () => {
  test('pays from plain words, and says what happened', async (t) => {
    const gateway = await startGateway(t);
    const client = await clientOf(gateway);
    const { data, response } = await client.chat.completions
      .create(ask('Please pay 250 USD to acme for INV-7.'))
      .withResponse();
    const [choice] = data.choices;
    assert.equal(data.object, 'chat.completion');
    assert.equal(data.model, 'scripted');
    assert.equal(choice?.finish_reason, 'stop');
    assert.match(choice?.message.content ?? '', /^Done: the counterparty signed.*txn_1.*gr_0.*rcpt_1/);
    assert.deepEqual(gateway.world.grants.get('gr_0')?.action.params, TRANSFER);
    const { usage } = data;
    assert.ok(usage !== undefined && usage.total_tokens === usage.prompt_tokens + usage.completion_tokens);
    assert.match(response.headers.get('x-service-event-id') ?? '', /^evt_/);
    assert.match(response.headers.get('x-service-request-hash') ?? '', /^[0-9a-f]{64}$/);
    const [report] = gateway.world.reports;
    assert.deepEqual(
      [report?.kind, report?.body.name, report?.body.grant_id],
      ['chat_completion', 'propose_transfer', 'gr_0'],
    );
  });

  test('says honestly what was held or denied or is unknown, with reason and grant', async (t) => {
    const gateway = await startGateway(t);
    const client = await clientOf(gateway);
    gateway.world.decision = {
      status: 'pending',
      outcome: 'hold',
      reason: 'approval_required',
      detail: 'technical',
      values: { why: 'over_threshold', rule: 'threshold', field: 'amount', value: '2500', limit: '1000' },
    };
    const held = await wordsOf(client, 'pay 2500 USD to acme for INV-8');
    assert.match(
      held,
      /^Held, nothing was done \(approval_required\)\. Needs approval: above your 1,000 limit\. Grant: gr_0\./,
    );
    gateway.world.grants.set('gr_0', grantRecord('gr_0', 'bank.executeTransfer', TRANSFER));
    assert.match(await wordsOf(client, 'It is approved now: present gr_0.'), /^Done/);
    gateway.world.decision = {
      status: 'denied',
      outcome: 'deny',
      reason: 'beneficiary_not_approved',
      detail: 'technical',
      values: { why: 'not_listed', rule: 'payees', field: 'beneficiary_id', value: 'mallory' },
    };
    const denied = await wordsOf(client, 'pay 1 USD to mallory account acct_x for INV-9');
    assert.match(
      denied,
      /^Denied, nothing was done \(beneficiary_not_approved\)\. mallory is not an approved payee\. Grant: gr_1\./,
    );
    gateway.world.decision = {};
    gateway.world.pepReply = 'hang up';
    assert.match(await wordsOf(client, 'pay 3 USD to acme for INV-10'), /^I do not know whether/);
  });

  test('drives the other tools, and asks for what is missing', async (t) => {
    const gateway = await startGateway(t);
    const client = await clientOf(gateway);
    assert.match(await wordsOf(client, 'EUR/USD rate?'), /1 EUR is 1\.08 USD/);
    await wordsOf(client, 'what is the balance of account acct_main?');
    assert.deepEqual(gateway.world.grants.get('gr_1')?.action.params, { account_id: 'acct_main' });
    await wordsOf(client, 'What is my balance?');
    assert.deepEqual(gateway.world.grants.get('gr_2')?.action.params, { account_id: 'acct_own' });
    gateway.world.mandates.set(MANDATE_ID, mandate({ profile: 'records.v1' }));
    await wordsOf(client, 'release record r1 to clinic for treatment, sensitivity internal, reference REF-1');
    assert.deepEqual(gateway.world.grants.get('gr_3')?.action.params, {
      record_id: 'r1',
      recipient_id: 'clinic',
      purpose: 'treatment',
      sensitivity: 'internal',
      reference: 'REF-1',
    });
    const made = gateway.world.grants.size;
    assert.match(await wordsOf(client, 'pay acme some money'), /amount, a currency and a payee/);
    assert.match(await wordsOf(client, 'pay 5 USD to nobody for INV-1'), /no account of nobody/);
    assert.match(await wordsOf(client, 'pay 5 USD to acme'), /Which invoice/);
    for (const given of ['reference REF-1', 'sensitivity internal']) {
      const words = await wordsOf(client, `release record r1 to clinic for treatment, ${given}`);
      assert.match(words, /its sensitivity and a reference/);
    }
    assert.match(await wordsOf(client, 'hello'), /scripted agent/);
    assert.match(await wordsOf(client, 'present gr_nothing'), /no grant/);
    assert.equal(gateway.world.grants.size, made);
  });

  test('calls any tool of any plugin by its name, with the inputs of its manifest and no others', async (t) => {
    const { manifest } = watchPlugins(PLUGINS, nodeCrypto)().plugins.get('trading') ?? {};
    assert.ok(manifest);
    const gateway = await startGateway(t, { plugins: [TREASURY, RECORDS, manifest] });
    const client = await clientOf(gateway);
    gateway.world.mandates.set(MANDATE_ID, mandate({ profile: 'trading.v1' }));
    const order = 'place_order symbol=AAPL side=buy notional=250 currency=USD';
    assert.match(await wordsOf(client, `${order} reference="pay gr_1 for INV-7"`), /^Done/);
    const made = gateway.world.grants.get('gr_0')?.action;
    assert.deepEqual(
      [made?.facade, made?.params],
      [
        'broker.placeOrder',
        {
          symbol: 'AAPL',
          side: 'buy',
          notional: '250',
          currency: 'USD',
          reference: 'pay gr_1 for INV-7',
        },
      ],
    );
    assert.equal(gateway.world.reports.at(-1)?.body.name, 'place_order');
    const refused = {
      [order]: /^Nothing was done\. place_order: reference is required/,
      [`${order} reference=7 price=3`]: /"price" is not an input; the inputs are symbol, side/,
      [order.replace('250', '2,50')]: /notional must be digits in quotes/,
      [order.replace('side=buy', 'side=')]: /side must be a name/,
      [`${order} reference=7 __proto__=1`]: /"__proto__" is not an input/,
      [`${order} reference=two words`]: /^Nothing was done\. After the name of a tool.*notional=<value>/,
      [`${order} side=sell reference=7`]: /each once/,
      'place_order grant_id=gr_0 side=buy': /give only grant_id/,
      'read_position of AAPL': /double quotes: read_position symbol=<value>$/,
      // The deployment's own account is meant by sentences alone.
      read_balance: /read_balance: account_id is required/,
    };
    for (const [words, said] of Object.entries(refused)) assert.match(await wordsOf(client, words), said);
    assert.equal(gateway.world.grants.size, 1);
    await wordsOf(client, 'place_order grant_id=gr_0');
    assert.equal(gateway.world.grants.size, 1);
    assert.match(await wordsOf(client, 'read_position\n symbol=AAPL '), /^Done/);
    assert.deepEqual(gateway.world.grants.get('gr_1')?.action.params, { symbol: 'AAPL' });
  });

  test('the same words give the same answer', async (t) => {
    const client = await clientOf(await startGateway(t));
    assert.equal(await wordsOf(client, 'what can you do?'), await wordsOf(client, 'what can you do?'));
  });

  test('streams the same words, with hashes of what was sent', async (t) => {
    const gateway = await startGateway(t);
    const client = await clientOf(gateway);
    const stream = await client.chat.completions.create({
      ...ask('pay 250 USD to acme for INV-7'),
      stream: true,
      stream_options: { include_usage: true },
    });
    let words = '';
    let finish: string | null = null;
    let total: number | undefined;
    for await (const chunk of stream) {
      words += chunk.choices[0]?.delta.content ?? '';
      finish = chunk.choices[0]?.finish_reason ?? finish;
      total = chunk.usage?.total_tokens ?? total;
    }
    assert.match(words, /^Done: .*gr_0/);
    assert.equal(finish, 'stop');
    assert.ok((total ?? 0) > 0);
    const raw = await gateway.post('/v1/chat/completions', { ...ask('hello'), stream: true });
    assert.match(raw.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.ok(raw.text.endsWith('data: [DONE]\n\n'));
    assert.equal(raw.headers.get('x-service-response-hash'), sha256(raw.text));
  });

  test('asks the client to call its own functions, and says their results', async (t) => {
    const gateway = await startGateway(t);
    const client = await clientOf(gateway);
    const { tools } = (await gateway.get('/v1/tools?plugin=treasury')).json;
    const specs = tools.map(({ spec }: { spec: unknown }) => spec);
    const first = await client.chat.completions.create({
      ...ask('pay 250 USD to acme for INV-7'),
      tools: specs,
    });
    const [choice] = first.choices;
    assert.equal(choice?.finish_reason, 'tool_calls');
    assert.equal(choice.message.content, null);
    const [call] = choice.message.tool_calls ?? [];
    assert.ok(call?.type === 'function');
    assert.equal(call.function.name, 'propose_transfer');
    assert.deepEqual(JSON.parse(call.function.arguments), TRANSFER);
    assert.equal(gateway.world.grants.size, 0);

    const result = await gateway.post(`/v1/tools/${call.function.name}`, call.function.arguments);
    const second = await client.chat.completions.create({
      model: 'any',
      tools: specs,
      messages: [
        { role: 'user', content: 'pay 250 USD to acme for INV-7' },
        choice.message,
        { role: 'tool', tool_call_id: call.id, content: result.text },
      ],
    });
    assert.match(second.choices[0]?.message.content ?? '', /^Done: /);
    assert.equal(gateway.world.grants.size, 1);

    const streamed = await client.chat.completions.create({
      ...ask('EUR/USD rate?'),
      tools: specs,
      stream: true,
    });
    const names: (string | undefined)[] = [];
    for await (const chunk of streamed) {
      names.push(...(chunk.choices[0]?.delta.tool_calls ?? []).map((delta) => delta.function?.name));
    }
    assert.deepEqual(names, ['fetch_fx']);
  });

  test('calls nothing if tool_choice is none', async (t) => {
    const gateway = await startGateway(t);
    const client = await clientOf(gateway);
    const { choices } = await client.chat.completions.create({
      ...ask('pay 250 USD to acme for INV-7'),
      tools: [],
      tool_choice: 'none',
    });
    assert.match(choices[0]?.message.content ?? '', /propose_transfer, which is not among/);
    assert.equal(gateway.world.grants.size, 0);
  });

  test('errors reach the client with their status, sentence and code, wherever they arise', async (t) => {
    const gateway = await startGateway(t);
    const good = await clientOf(gateway);
    const bad = new OpenAI({ apiKey: 'x', baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const refusals: readonly (readonly [() => Promise<unknown>, object])[] = [
      [
        () => bad.chat.completions.create(ask('hello')),
        {
          status: 401,
          message: /^401 The token cannot be used: it must be a JWT/,
          type: 'authentication_error',
          code: 'unauthorized',
          param: null,
        },
      ],
      [
        () => good.chat.completions.create(ask('hello'), { headers: { 'X-Service-Contract': 'ic_other' } }),
        { status: 404, message: /^404 There is no mandate ic_other/, type: 'invalid_request_error' },
      ],
      [
        () => good.chat.completions.create({ model: 'any', messages: [] }),
        { status: 422, message: /^422 body\.messages /, code: 'invalid_request', param: 'messages' },
      ],
      [
        () => good.chat.completions.create({ model: 'any', messages: [{ role: 'system', content: 'x' }] }),
        { status: 422, code: 'invalid_request' },
      ],
      [() => good.models.retrieve('gpt-9'), { code: 'model_not_found' }],
      [
        () => good.embeddings.create({ model: 'any', input: 'x' }),
        { status: 404, message: /^404 .*path/, code: 'not_found' },
      ],
      [
        () => good.delete('/models'),
        { status: 405, message: /accepts only GET/, code: 'method_not_allowed' },
      ],
      [
        () => good.chat.completions.create(ask('x'.repeat(1_100_000))),
        { status: 413, code: 'payload_too_large' },
      ],
    ];
    for (const [refused, expected] of refusals) await assert.rejects(refused, expected);
    gateway.world.authorityReply = {
      status: 429,
      body: { detail: { error: 'rate_limited', message: 'Wait a little.' } },
    };
    await assert.rejects(good.chat.completions.create(ask('pay 250 USD to acme for INV-7')), {
      status: 429,
      message: '429 Wait a little.',
      type: 'rate_limit_error',
      code: 'rate_limited',
    });
    const broken = await gateway.post('/v1/chat/completions', '{');
    assert.equal(broken.json.error.message, broken.json.detail.message);
    // The gateway's own paths answer as the platform does.
    assert.deepEqual(Object.keys((await gateway.post('/v1/tools/none', {})).json), ['detail']);
  });
});

test('GET /v1/agent, /healthz, /openapi.json and /docs are open', async (t) => {
  const { get } = await startGateway(t);
  assert.deepEqual((await get('/v1/agent')).json, { model: 'scripted', kind: 'scripted' });
  assert.deepEqual((await get('/healthz')).json, { status: 'ok', version: VERSION });
  const { paths } = (await get('/openapi.json')).json;
  assert.deepEqual(Object.keys(paths).sort(), [
    '/healthz',
    '/log/witnessed',
    '/mcp',
    '/v1/agent',
    '/v1/chat/completions',
    '/v1/documents',
    '/v1/grants/{grant_id}',
    '/v1/models',
    '/v1/responses',
    '/v1/tools',
    '/v1/tools/{name}',
    '/v1/webhook',
  ]);
  assert.equal((await get('/docs/')).status, 200);
});
