import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testOf } from '../rows/rows.ts';
import { service } from './shared.ts';

describe(testOf('POST /mcp'), () => {
  const call = async (method: string, params: object, headers: Record<string, string> = {}) => {
    const answer = await service.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    return JSON.parse(answer.text).result;
  };

  test('the tools of the document, with schemas', async () => {
    const { tools } = await call('tools/list', {});
    const names = tools.map((tool: { name: string }) => tool.name);
    for (const name of ['screen_ticker', 'screening_methodology']) assert.ok(names.includes(name), name);
    for (const tool of tools) {
      assert.equal(tool.inputSchema.type, 'object', tool.name);
      assert.ok(tool.description.length > 20 && tool.annotations.readOnlyHint === true, tool.name);
    }
  });

  test(`${testOf('4.1 rule 6')}: screen_ticker returns the full payload of /v1/screen, if asked for it`, async () => {
    const result = await call('tools/call', {
      name: 'screen_ticker',
      arguments: { ticker: 'AAPL', detail: 'full' },
    });
    const { data } = JSON.parse((await service.get('/v1/screen/AAPL')).text);
    assert.deepEqual(result.structuredContent, data);
    assert.match(result.content[0].text, /compliant/i);
  });

  test(`${testOf('4.1 rule 6')}: screening_methodology returns sources, thresholds and fail-safe rules`, async () => {
    const result = await call('tools/call', { name: 'screening_methodology', arguments: {} });
    const text = JSON.stringify(result);
    for (const word of ['AAOIFI', 'DJIM', 'not_screenable', 'companyfacts', '0.33']) {
      assert.ok(text.includes(word), word);
    }
  });

  test('a refusal is an error that says what to do', async () => {
    const result = await call('tools/call', { name: 'screen_ticker', arguments: { ticker: 'ZZZZZ' } });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /ZZZZZ/);
  });

  test('any Accept, and no foreign Origin', async () => {
    for (const accept of ['application/json', 'text/event-stream', '*/*', 'text/html', '']) {
      await call('tools/list', {}, { accept });
    }
    const refused = await service.post('/mcp', {}, { origin: 'https://evil.example' });
    assert.equal(refused.status, 403);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await fetch(`${service.url()}/mcp`, { method })).status, 405, method);
    }
  });
});
