import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTraceCollector } from '@common/kit/testing/trace-collector';
import { createClient, send, transferInputs } from '../client.ts';
import { openDeployment } from '../deployment.ts';
import type { ServiceName } from '../layout.ts';
import { until } from '../wait.ts';

const SERVICES: readonly ServiceName[] = ['gateway', 'authority', 'pep', 'bank'];

test('one trace and one request id lead from the agent’s call through every process to the receipt', async (t) => {
  const collector = await startTraceCollector(t);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' };
  await using d = await openDeployment({ env: Object.fromEntries(SERVICES.map((name) => [name, env])) });
  const client = createClient(d);
  const called = await send<{ receipt_id: string; status: string }>(
    `${d.urls.gateway}/v1/tools/propose_transfer`,
    {
      body: transferInputs({ amount: '37.21' }),
      bearer: d.agentToken,
      headers: { 'x-service-contract': d.mandates.treasury, 'x-request-id': 'invoice-run-7' },
    },
  );
  assert.equal(called.headers.get('x-request-id'), 'invoice-run-7');
  const [receipt] = await client.receipts(String((called.body as unknown as { grant_id: string }).grant_id));
  assert.ok(receipt !== undefined);
  for (const name of SERVICES) {
    const logged = () => d.output(name).includes('"request_id":"invoice-run-7"') || null;
    await until(`${name} logs the request`, async () => logged());
  }
  for (const name of SERVICES) await d.restart(name);
  const spans = collector.spans.filter(
    ({ attributes }) => attributes['sanad.request_id'] === 'invoice-run-7',
  );
  const [begun] = spans.filter(({ name }) => name === 'POST /v1/tools/:name');
  assert.ok(begun !== undefined && begun.parentSpanId === '');
  const trace = collector.spans.filter(({ traceId }) => traceId === begun.traceId);
  assert.deepEqual(new Set(trace.map(({ service }) => service)), new Set(SERVICES));
  const ids = new Set(trace.map(({ spanId }) => spanId));
  for (const { name, parentSpanId } of trace) assert.ok(parentSpanId === '' || ids.has(parentSpanId), name);
  for (const name of ['POST /grants', 'POST /execute', 'POST /grants/:grant_id/redeem', 'POST /transfers']) {
    assert.ok(
      trace.some((span) => span.name === name),
      name,
    );
  }
  const made = trace.find(({ name }) => name === 'make the receipt');
  assert.equal(made?.attributes['sanad.receipt_id'], receipt.receipt_id);
  assert.doesNotMatch(JSON.stringify(collector.spans), /37\.21|acme|acct_|Bearer|eyJ/);
});

test('what the enforcement point finishes later is one trace, from its job to the bank and the receipt', async (t) => {
  const collector = await startTraceCollector(t);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using d = await openDeployment({ env: Object.fromEntries(SERVICES.map((name) => [name, env])) });
  const client = createClient(d);
  await d.kill('bank');
  const { body } = await client.pay(transferInputs());
  assert.equal(body.status, 'unknown');
  await d.restart('bank');
  const grant = String(body.grant_id);
  await until('the receipt', async () => ((await client.receipts(grant)).length > 0 ? true : null));
  for (const name of SERVICES) await d.restart(name);
  const jobs = collector.spans.filter(({ name }) => name === 'finish an execution');
  const traces = jobs.map(({ traceId }) => collector.spans.filter((span) => span.traceId === traceId));
  const [done] = traces.filter((spans) => spans.some(({ name }) => name === 'POST /transfers'));
  const job = done?.find(({ name }) => name === 'finish an execution');
  assert.ok(done !== undefined && job !== undefined);
  assert.deepEqual([job.service, job.parentSpanId, job.attributes['sanad.grant_id']], ['pep', '', grant]);
  const reported = done.find(({ name }) => name === 'POST /events');
  assert.equal(reported?.attributes['sanad.request_id'], job.attributes['sanad.request_id']);
  assert.doesNotMatch(JSON.stringify(collector.spans), /acme|acct_|Bearer|eyJ/);
});
