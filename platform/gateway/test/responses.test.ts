import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import OpenAI from 'openai';
import { type GatewayUnderTest, MODEL, startGateway } from './gateway-under-test.ts';
import { type ModelReply, type ModelServer, startModelServer } from './model-server.ts';
import { MANDATE_ID, sha256, TRANSFER } from './parts.ts';

interface Started {
  readonly gateway: GatewayUnderTest;
  readonly client: OpenAI;
}

async function start(t: TestContext, model?: ModelServer): Promise<Started> {
  // Only a reply that never comes is waited for.
  const chatMs = model?.replies.includes('hang') ? 1_500 : 30_000;
  const gateway = await startGateway(t, model && { model: { baseUrl: model.baseUrl, chatMs } });
  const client = new OpenAI({
    apiKey: await gateway.token(),
    baseURL: `${gateway.url}/v1`,
    defaultHeaders: { 'X-Service-Contract': MANDATE_ID },
    maxRetries: 0,
  });
  return { gateway, client };
}

async function startWithModel(t: TestContext, ...replies: ModelReply[]) {
  const model = await startModelServer(t, ...replies);
  return { model, ...(await start(t, model)) };
}

const PAY = 'pay 250 USD to acme for INV-7';
const REFUND = {
  type: 'function' as const,
  name: 'refund',
  description: 'Refunds',
  parameters: { type: 'object' },
  strict: false,
};

describe('responses with the openai client', () => {
  test('pays from plain words under the mandate, as a chat does', async (t) => {
    const { gateway, client } = await start(t);
    const { data, response } = await client.responses
      .create({ model: 'any', instructions: 'Be brief.', input: PAY })
      .withResponse();
    assert.match(data.output_text, /^Done: .*gr_0/);
    assert.deepEqual(
      [data.object, data.status, data.model, data.instructions, Object(data).store],
      ['response', 'completed', 'scripted', 'Be brief.', false],
    );
    assert.equal(Object(data).tool_results[0].result.status, 'executed');
    const { usage } = data;
    assert.ok(usage !== undefined && usage.total_tokens === usage.input_tokens + usage.output_tokens);
    assert.deepEqual(gateway.world.grants.get('gr_0')?.action.params, TRANSFER);
    assert.equal(response.headers.get('x-service-event-id'), 'evt_0');
    const [report, ...others] = gateway.world.reports;
    assert.deepEqual(
      [report?.kind, report?.body.name, report?.body.grant_id, others],
      ['chat_completion', 'propose_transfer', 'gr_0', []],
    );
  });

  test('a function of the caller is called and answered, and the model sees the whole conversation', async (t) => {
    const { client, model, gateway } = await startWithModel(
      t,
      {
        calls: [
          { name: 'refund', given: { id: '1' } },
          { name: 'refund', given: { id: '2' } },
        ],
      },
      { words: 'Both are back.' },
    );
    const asked = {
      model: MODEL,
      instructions: 'Be brief.',
      tools: [REFUND],
      tool_choice: { type: 'function' as const, name: 'refund' },
      temperature: 0.5,
      max_output_tokens: 100,
    };
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Refund 1 and 2.' }];
    const first = await client.responses.create({ ...asked, input });
    assert.equal(first.output_text, '');
    assert.deepEqual(first.tools, [REFUND]);
    const calls = first.output.filter((item) => item.type === 'function_call');
    assert.deepEqual(
      calls.map(({ name, arguments: given }) => [name, given]),
      [
        ['refund', '{"id":"1"}'],
        ['refund', '{"id":"2"}'],
      ],
    );
    const outputs: OpenAI.Responses.ResponseInput = calls.map(({ call_id }) => ({
      type: 'function_call_output',
      call_id,
      output: [{ type: 'input_text', text: 'ok' }],
    }));
    const second = await client.responses.create({
      ...asked,
      tool_choice: 'auto',
      input: [...input, ...calls, ...outputs],
    });
    assert.equal(second.output_text, 'Both are back.');
    const [, told] = model.seen;
    assert.deepEqual([told?.body.temperature, told?.body.max_completion_tokens], [0.5, 100]);
    const call = (index: number) => ({
      id: calls[index]?.call_id,
      type: 'function',
      function: { name: 'refund', arguments: calls[index]?.arguments },
    });
    assert.deepEqual(told?.body.messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Refund 1 and 2.' },
      { role: 'assistant', content: null, tool_calls: [call(0), call(1)] },
      { role: 'tool', content: 'ok', tool_call_id: calls[0]?.call_id },
      { role: 'tool', content: 'ok', tool_call_id: calls[1]?.call_id },
    ]);
    const [{ body } = { body: null }] = model.seen;
    assert.deepEqual(body.tool_choice, { type: 'function', function: { name: 'refund' } });
    assert.equal(gateway.world.grants.size, 0);
  });

  test('streams the events in their order, with hashes of what was sent', async (t) => {
    const words = 'Two words.';
    const { client, gateway, model } = await startWithModel(t, { words, finish: 'length' });
    const seen: OpenAI.Responses.ResponseStreamEvent[] = [];
    const stream = client.responses.stream({ model: MODEL, input: 'hello' });
    for await (const event of stream) seen.push(event);
    assert.deepEqual(
      seen.map(({ type }) => type.replace('response.', '')),
      [
        ...['created', 'in_progress', 'output_item.added', 'content_part.added'],
        ...['output_text.delta', 'output_text.delta', 'output_text.done', 'content_part.done'],
        ...['output_item.done', 'incomplete'],
      ],
    );
    assert.deepEqual(
      seen.map(({ sequence_number: number }) => number),
      [...seen.keys()],
    );
    const final = await stream.finalResponse();
    assert.deepEqual([final.output_text, final.status], [words, 'incomplete']);
    assert.deepEqual(final.incomplete_details, { reason: 'max_output_tokens' });

    model.replies = [{ calls: [{ name: 'refund', given: { id: '1' } }] }];
    const asked = { model: MODEL, input: 'Refund 1.', tools: [REFUND] };
    const called = await client.responses.stream(asked).finalResponse();
    const [item] = called.output;
    assert.ok(item?.type === 'function_call' && item.arguments === '{"id":"1"}');

    const raw = await gateway.post('/v1/responses', { ...asked, stream: true });
    assert.match(raw.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(raw.headers.get('x-service-response-hash'), sha256(raw.text));
  });

  test('that a caller gives up leaves one event, with what was done', async (t) => {
    const { client, gateway, model } = await startWithModel(
      t,
      { calls: [{ name: 'propose_transfer', given: TRANSFER }] },
      'hang',
    );
    const stream = client.responses.stream({ model: MODEL, input: 'pay acme' });
    while (model.seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    stream.abort();
    await assert.rejects(stream.finalResponse(), OpenAI.APIUserAbortError);
    while (gateway.world.reports.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(
      gateway.world.reports.map(({ body }) => [body.name, body.status, body.grant_id]),
      [['propose_transfer', 'executed', 'gr_0']],
    );
  });

  const UNSERVED: readonly (readonly [object, RegExp])[] = [
    [{ store: true }, /^422 Nothing is stored here/],
    [{ background: true }, /^422 background is not served/],
    [{ previous_response_id: 'resp_1' }, /^422 previous_response_id is not served.*whole conversation/],
    [{ conversation: 'conv_1' }, /^422 conversation is not served/],
    [{ prompt: { id: 'pmpt_1' } }, /^422 prompt is not served/],
    [{ tools: [REFUND, { type: 'web_search' }] }, /^422 tools\.1 must be a function/],
    [{ tool_choice: { type: 'file_search' } }, /^422 tool_choice must be/],
    [{ text: { format: { type: 'json_object' } } }, /^422 text\.format must be text/],
    [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, /^422 input\.0 must be a message/],
    [
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] },
      /^422 input\.0\.content\.0 must be text/,
    ],
    [{ input: [{ role: 'user' }] }, /^422 input\.0\.content must be text/],
    [{ input: 5 }, /^422 body\.input /],
  ];
  test('what is not served is refused with a sentence, and nothing is done', async (t) => {
    const { client, gateway } = await start(t);
    for (const [more, message] of UNSERVED) {
      const body = { model: 'any', input: PAY, ...more } as OpenAI.Responses.ResponseCreateParams;
      const refused = { status: 422, message, type: 'invalid_request_error', code: 'invalid_request' };
      await assert.rejects(client.responses.create(body), refused, JSON.stringify(more));
    }
    assert.equal(gateway.world.grants.size, 0);
    const none = { store: false, background: false, previous_response_id: null, tools: [] };
    const served = await client.responses.create({ model: 'any', input: PAY, ...none });
    assert.match(served.output_text, /which is not among/);
  });
});
