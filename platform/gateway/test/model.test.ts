import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import OpenAI from 'openai';
import { type GatewayUnderTest, MODEL, MODEL_KEY, startGateway } from './gateway-under-test.ts';
import { type ModelReply, type ModelServer, startModelServer } from './model-server.ts';
import { grantRecord, MANDATE_ID, TRANSFER } from './parts.ts';

interface Started {
  readonly model: ModelServer;
  readonly gateway: GatewayUnderTest;
  readonly client: OpenAI;
}

/** Long enough for what is done before; there may be nothing. */
const HANG_MS = 2_000;
const HANG_AT_ONCE_MS = 500;

async function start(t: TestContext, ...replies: ModelReply[]): Promise<Started> {
  const model = await startModelServer(t, ...replies);
  // Only a reply that never comes is waited for.
  const hangMs = replies[0] === 'hang' ? HANG_AT_ONCE_MS : HANG_MS;
  const gateway = await startGateway(t, {
    model: { baseUrl: model.baseUrl, chatMs: replies.includes('hang') ? hangMs : 30_000 },
  });
  const client = new OpenAI({
    apiKey: await gateway.token(),
    baseURL: `${gateway.url}/v1`,
    defaultHeaders: { 'X-Service-Contract': MANDATE_ID },
    maxRetries: 0,
  });
  return { model, gateway, client };
}

const ask = (words: string, more: object = {}) => ({
  model: MODEL,
  messages: [{ role: 'user' as const, content: words }],
  ...more,
});
const CHAT = '/v1/chat/completions';
const PAY = { calls: [{ name: 'propose_transfer', given: TRANSFER }] };
const refundTool = {
  type: 'function' as const,
  function: { name: 'refund', description: 'Refunds', parameters: { type: 'object' } },
};

/** What a model was told of its call. */
function toldOf({ model }: Started, round: number): readonly { role: string; content: string }[] {
  return model.seen[round]?.body.messages.filter(({ role }: { role: string }) => role === 'tool');
}

describe('a language model drives the tools', () => {
  test('calls them under the mandate, gets the results, and has the last word', async (t) => {
    const started = await start(
      t,
      { calls: [{ name: 'fetch_fx', given: { base: 'EUR', quote: 'USD' } }] },
      PAY,
      { words: 'I paid acme 250 USD.' },
    );
    const { client, model, gateway } = started;
    const { data, response } = await client.chat.completions
      .create(ask('pay acme', { temperature: 0.5 }))
      .withResponse();
    assert.equal(data.model, MODEL);
    assert.deepEqual(
      [data.choices[0]?.message.content, data.choices[0]?.finish_reason],
      ['I paid acme 250 USD.', 'stop'],
    );
    const results = Object(data).tool_results;
    assert.deepEqual(
      results.map(({ tool, result }: { tool: string; result: { status: string } }) => [tool, result.status]),
      [
        ['fetch_fx', 'fetched'],
        ['propose_transfer', 'executed'],
      ],
    );
    assert.deepEqual(data.usage, { prompt_tokens: 30, completion_tokens: 15, total_tokens: 45 });
    assert.deepEqual(gateway.world.grants.get('gr_1')?.action.params, TRANSFER);
    const [first] = model.seen;
    assert.equal(first?.headers.authorization, `Bearer ${MODEL_KEY}`);
    assert.deepEqual([first?.body.model, first?.body.temperature], [MODEL, 0.5]);
    assert.match(first?.body.messages[0].content, new RegExp(`mandate ${MANDATE_ID}`));
    const listed = (await gateway.get('/v1/tools?plugin=treasury')).json.tools;
    assert.deepEqual(
      first?.body.tools,
      listed.map(({ spec }: { spec: object }) => spec),
    );
    assert.deepEqual(JSON.parse(toldOf(started, 2)[1]?.content ?? ''), results[1].result);
    assert.match(response.headers.get('x-service-event-id') ?? '', /^evt_/);
    const [report] = gateway.world.reports;
    assert.deepEqual(
      [gateway.world.reports.length, report?.body.name, report?.body.status, report?.body.grant_id],
      [1, 'propose_transfer', 'executed', 'gr_1'],
    );
  });

  test('also as streams, on both sides', async (t) => {
    const { client, model, gateway } = await start(t, PAY, { words: 'I paid acme.' });
    const stream = await client.chat.completions.create({
      ...ask('pay acme'),
      stream: true,
      stream_options: { include_usage: true },
    });
    let words = '';
    let results: unknown;
    for await (const chunk of stream) {
      words += chunk.choices[0]?.delta.content ?? '';
      results ??= Object(chunk).tool_results;
      assert.equal(chunk.model, MODEL);
    }
    assert.equal(words, 'I paid acme.');
    assert.ok(Array.isArray(results) && results.length === 1);
    assert.equal(model.seen[0]?.body.stream, true);
    assert.deepEqual(gateway.world.grants.get('gr_0')?.action.params, TRANSFER);
  });

  test('what it says widens nothing: what was denied is not executed, and stands in tool_results', async (t) => {
    const { gateway, client } = await start(t, PAY, { words: 'Paid! All done.' });
    gateway.world.decision = { status: 'denied', outcome: 'deny', reason: 'amount_over_limit' };
    const answer = await client.chat.completions.create(ask('pay acme'));
    assert.equal(Object(answer).tool_results[0].result.status, 'denied');
    assert.ok(!gateway.world.seen.some(({ path }) => path === '/execute'));
  });

  test('presents no grant of another mandate', async (t) => {
    const present = { calls: [{ name: 'propose_transfer', given: { grant_id: 'gr_x' } }] };
    const { gateway } = await start(t, present, { words: 'Done.' });
    gateway.world.grants.set(
      'gr_x',
      grantRecord('gr_x', 'bank.executeTransfer', {}, { mandateId: 'ic_other' }),
    );
    const { status, json } = await gateway.post(CHAT, ask('present it'));
    assert.deepEqual([status, json.detail.error], [403, 'contract_not_yours']);
    assert.ok(!gateway.world.seen.some(({ path }) => path === '/execute'));
  });

  for (const [what, call, code] of [
    ['a tool that does not exist', { name: 'rob_bank', given: {} }, 'tool_not_found'],
    ['a tool of another plugin', { name: 'release_record', given: { record_id: 'r1' } }, 'tool_not_found'],
    ['arguments that are not JSON', { name: 'propose_transfer', given: '{"amount": ' }, 'invalid_request'],
    ['arguments that are a list', { name: 'propose_transfer', given: [TRANSFER] }, 'invalid_request'],
    [
      'an input too many',
      { name: 'propose_transfer', given: { ...TRANSFER, force: 'yes' } },
      'invalid_request',
    ],
  ] as const) {
    test(`${what}: the model is told, and nothing is proposed`, async (t) => {
      const started = await start(t, { calls: [call] }, { words: 'I could not do it.' });
      const answer = await started.client.chat.completions.create(ask('pay acme'));
      assert.equal(answer.choices[0]?.message.content, 'I could not do it.');
      assert.equal(JSON.parse(toldOf(started, 1)[0]?.content ?? '').detail.error, code);
      assert.equal(Object(answer).tool_results, undefined);
      assert.equal(started.gateway.world.grants.size, 0);
    });
  }

  test('a loop without end is ended, and what was done in it is told', async (t) => {
    const { gateway, model } = await start(t, { calls: [{ name: 'rob_bank', given: {} }] });
    const nothing = await gateway.post(CHAT, ask('go on'));
    assert.deepEqual([nothing.status, nothing.json.detail.error], [502, 'model_rounds_exceeded']);
    assert.equal(model.seen.length, 8);
    model.replies = [PAY];
    const { status, json } = await gateway.post(CHAT, ask('pay for ever'));
    assert.equal(status, 200);
    assert.match(json.choices[0].message.content, /ended early \(model_rounds_exceeded\)/);
    assert.equal(json.tool_results.length, 8);
    assert.equal(model.seen.length, 16);
  });

  test('a failure after a payment does not hide it', async (t) => {
    const { gateway } = await start(t, PAY, { status: 500, text: 'oops' });
    const { status, json } = await gateway.post(CHAT, ask('pay acme'));
    assert.equal(status, 200);
    assert.match(json.choices[0].message.content, /ended early \(model_unavailable\).*\n.*\n.*gr_0/);
    assert.equal(json.tool_results[0].result.status, 'executed');
  });

  test('a service that fails ends the chat with its own name', async (t) => {
    const { gateway, model } = await start(t, PAY);
    await gateway.post('/v1/tools/none', {});
    gateway.world.authorityReply = { status: 500, body: {} };
    const { status, json } = await gateway.post(CHAT, ask('pay acme'));
    assert.deepEqual([status, json.detail.error], [503, 'authority_unavailable']);
    assert.equal(model.seen.length, 1);
  });
});

describe('a language model that misbehaves', () => {
  const huge = { choices: [{ message: { content: 'x'.repeat(100_001) }, finish_reason: 'stop' }] };
  const cases: readonly (readonly [string, ModelReply, number, string])[] = [
    ['answers HTML', { status: 200, text: '<html>hello</html>' }, 502, 'model_answer_unusable'],
    ['answers other JSON', { status: 200, text: '{"choices": []}' }, 502, 'model_answer_unusable'],
    ['says nothing', { words: '' }, 502, 'model_answer_unusable'],
    ['answers 500', { status: 500, text: MODEL_KEY }, 503, 'model_unavailable'],
    ['answers 429', { status: 429, text: '{}' }, 503, 'model_unavailable'],
    ['answers 401 and repeats the key', { status: 401, text: MODEL_KEY }, 502, 'model_refused'],
    [
      'redirects',
      { status: 307, text: '', headers: { location: 'http://127.0.0.1:1/' } },
      502,
      'model_answer_unusable',
    ],
    ['hangs', 'hang', 503, 'model_unavailable'],
    ['hangs up', 'hang up', 503, 'model_unavailable'],
    ['streams half', 'half a stream', 502, 'model_answer_unusable'],
    ['is cut off', 'cut off', 503, 'model_unavailable'],
    ['says too much', { status: 200, text: JSON.stringify(huge) }, 502, 'model_answer_unusable'],
    ['sends megabytes', { status: 200, text: 'x'.repeat(1_100_000) }, 503, 'model_unavailable'],
    ['stops in the middle of a call', { ...PAY, finish: 'length' }, 502, 'model_answer_unusable'],
    [
      'asks for too many calls at once',
      { calls: Array.from({ length: 9 }, () => PAY.calls[0] ?? { name: '', given: '' }) },
      502,
      'model_answer_unusable',
    ],
    ['names no function', { calls: [{ name: '', given: TRANSFER }] }, 502, 'model_answer_unusable'],
    [
      'streams an error',
      { status: 200, text: `data: {"error": "${MODEL_KEY}"}\n\n` },
      502,
      'model_answer_unusable',
    ],
  ];
  test('is named, and nothing is done', async (t) => {
    const patient = await start(t);
    for (const [what, reply, status, code] of cases) {
      await t.test(`${what}: ${status} ${code}`, async (t) => {
        const { gateway, model } = reply === 'hang' ? await start(t, reply) : patient;
        model.replies = [reply];
        model.seen.length = 0;
        const answer = await gateway.post(CHAT, ask('pay acme'));
        assert.deepEqual([answer.status, answer.json.detail.error], [status, code], answer.text);
        assert.ok(!answer.text.includes(MODEL_KEY));
        assert.equal(model.seen.length, 1);
        assert.equal(gateway.world.grants.size, 0);
        assert.equal(gateway.world.reports.at(-1)?.body.status, code);
      });
    }
  });

  test('a chat that runs out of time tells what was done in it', async (t) => {
    const { gateway, model } = await start(t, PAY, 'hang');
    const { json } = await gateway.post(CHAT, ask('pay acme'));
    assert.match(json.choices[0].message.content, /ended early \(model_unavailable\)/);
    assert.equal(model.seen.length, 2);
    assert.equal(gateway.world.grants.size, 1);
  });

  test('no call begins after the chat’s time is over', async (t) => {
    const model = await startModelServer(t, { calls: [...PAY.calls, ...PAY.calls] });
    // Read at the start, before the turn and before each call: the first call takes a day.
    const times = [0, 0, 0, 86_400_000];
    const gateway = await startGateway(t, {
      model: { baseUrl: model.baseUrl, chatMs: 30_000 },
      monotonicMs: () => times.shift() ?? 86_400_000,
    });
    const { json } = await gateway.post(CHAT, ask('pay acme twice'));
    assert.match(json.choices[0].message.content, /ended early \(model_unavailable\)/);
    assert.equal(json.tool_results.length, 1);
    assert.equal(gateway.world.grants.size, 1);
  });

  test('nobody without token and mandate reaches it', async (t) => {
    const { gateway, model } = await start(t);
    const { status } = await gateway.post(CHAT, ask('hello'), { authorization: 'Bearer x.y.z' });
    assert.equal(status, 401);
    const unnamed = await gateway.post(CHAT, ask('hello'), { 'x-service-contract': 'ic_other' });
    assert.equal(unnamed.status, 404);
    assert.equal(model.seen.length, 0);
  });
});

describe('a language model with functions of the caller', () => {
  test('hands its calls over, and goes on from their results', async (t) => {
    const { client, model, gateway } = await start(
      t,
      { calls: [{ name: 'refund', given: { order: '7' } }] },
      { words: 'Refunded.' },
    );
    const tools = [refundTool];
    const first = await client.chat.completions.create(ask('refund order 7', { tools }));
    const [choice] = first.choices;
    assert.equal(choice?.finish_reason, 'tool_calls');
    const [call] = choice.message.tool_calls ?? [];
    assert.ok(call?.type === 'function');
    assert.deepEqual([call.function.name, JSON.parse(call.function.arguments)], ['refund', { order: '7' }]);
    assert.deepEqual(model.seen[0]?.body.tools, tools);
    const second = await client.chat.completions.create({
      model: MODEL,
      tools,
      messages: [
        { role: 'user', content: 'refund order 7' },
        choice.message,
        { role: 'tool', tool_call_id: call.id, content: 'ok' },
      ],
    });
    assert.equal(second.choices[0]?.message.content, 'Refunded.');
    const [, asked, told] = model.seen[1]?.body.messages ?? [];
    assert.equal(asked.tool_calls[0].id, call.id);
    assert.deepEqual(told, { role: 'tool', content: 'ok', tool_call_id: call.id });
    assert.equal(gateway.world.grants.size, 0);
  });

  for (const [what, call] of [
    ['a function that was not offered', { name: 'propose_transfer', given: TRANSFER }],
    ['arguments that are not JSON', { name: 'refund', given: '{"order' }],
  ] as const) {
    test(`${what}: refused by name`, async (t) => {
      const { gateway } = await start(t, { calls: [call] });
      const { status, json } = await gateway.post(CHAT, ask('refund', { tools: [refundTool] }));
      assert.deepEqual([status, json.detail.error], [502, 'model_answer_unusable']);
      assert.equal(gateway.world.grants.size, 0);
    });
  }
});

describe('tool_choice', () => {
  const named = (name: string) => ({ type: 'function', function: { name } });

  test('none: no tool is offered, and a call all the same is refused', async (t) => {
    const { gateway, model } = await start(t, PAY);
    const { status, json } = await gateway.post(CHAT, ask('pay', { tool_choice: 'none' }));
    assert.equal(model.seen[0]?.body.tools, undefined);
    assert.deepEqual([status, json.detail.error], [502, 'model_answer_unusable']);
    assert.equal(gateway.world.grants.size, 0);
  });

  test('required and a function: asked of the model once, and words alone are refused', async (t) => {
    const { gateway, model } = await start(t, PAY, { words: 'Paid.' }, { words: 'No.' });
    const paid = await gateway.post(CHAT, ask('pay', { tool_choice: 'required' }));
    assert.equal(paid.json.choices[0].message.content, 'Paid.');
    assert.deepEqual(
      model.seen.map(({ body }) => body.tool_choice),
      ['required', 'auto'],
    );
    for (const choice of ['required', named('propose_transfer')]) {
      const { status, json } = await gateway.post(CHAT, ask('pay', { tool_choice: choice }));
      assert.deepEqual([status, json.detail.error], [502, 'model_answer_unusable']);
      assert.deepEqual(model.seen.at(-1)?.body.tool_choice, choice);
    }
  });

  test('a function: no other is called', async (t) => {
    const { gateway } = await start(t, PAY);
    const { status } = await gateway.post(CHAT, ask('pay', { tool_choice: named('read_balance') }));
    assert.equal(status, 502);
    assert.equal(gateway.world.grants.size, 0);
  });

  test('a function that is not there, or a word that is none, is a fault of the request', async (t) => {
    const { gateway, model } = await start(t, PAY);
    for (const choice of [named('rob_bank'), 'sometimes', { type: 'function' }]) {
      const { status, json } = await gateway.post(CHAT, ask('pay', { tool_choice: choice }));
      assert.deepEqual([status, json.detail.error], [422, 'invalid_request']);
    }
    const none = await gateway.post(CHAT, ask('pay', { tools: [], tool_choice: 'required' }));
    assert.equal(none.status, 422);
    assert.equal(model.seen.length, 0);
  });

  test('is obeyed by the script too', async (t) => {
    const { gateway } = await start(t);
    const asked = (words: string, choice: unknown) =>
      gateway.post(CHAT, { ...ask(words), model: 'scripted', tool_choice: choice });
    assert.equal((await asked('hello', 'required')).status, 422);
    assert.equal((await asked('pay 250 USD to acme for INV-7', named('fetch_fx'))).status, 422);
    assert.equal(gateway.world.grants.size, 0);
    assert.equal((await asked('pay 250 USD to acme for INV-7', named('propose_transfer'))).status, 200);
    assert.equal((await asked('EUR/USD rate?', 'required')).status, 200);
    assert.equal(gateway.world.grants.size, 2);
  });
});

describe('which model answers', () => {
  test('the models are listed, and the one that answers chat is named', async (t) => {
    const { client, gateway } = await start(t);
    const names: string[] = [];
    for await (const { id } of client.models.list()) names.push(id);
    assert.deepEqual(names, [MODEL, 'scripted']);
    assert.equal((await client.models.retrieve(MODEL)).id, MODEL);
    assert.deepEqual((await gateway.get('/v1/agent')).json, { model: MODEL, kind: 'language_model' });
    const alone = await startGateway(t);
    assert.deepEqual(
      (await alone.get('/v1/models')).json.data.map(({ id }: { id: string }) => id),
      ['scripted'],
    );
  });

  test('by its name, any by default, the script beside it, and no other', async (t) => {
    const { client, gateway, model } = await start(t, { words: 'Hello.' });
    const by = async (name: string) => {
      const { model: answered, choices } = await client.chat.completions.create({
        ...ask('hello'),
        model: name,
      });
      return [answered, choices[0]?.message.content?.slice(0, 6)];
    };
    assert.deepEqual(await by(MODEL), [MODEL, 'Hello.']);
    assert.deepEqual(await by('any'), [MODEL, 'Hello.']);
    assert.deepEqual(await by('scripted'), ['scripted', 'I am a']);
    assert.equal(model.seen.length, 2);
    const unknown = await gateway.post(CHAT, { ...ask('pay 250 USD to acme for INV-7'), model: 'gpt-9' });
    assert.deepEqual([unknown.status, unknown.json.detail.error], [404, 'model_not_found']);
    assert.match(unknown.json.detail.message, /test\/model-1, scripted/);
    await assert.rejects(client.models.retrieve('gpt-9'), { status: 404 });
    assert.equal(gateway.world.grants.size, 0);
  });
});
