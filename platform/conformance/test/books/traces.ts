import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTraceCollector } from '@common/kit/testing/trace-collector';
import { send, transferInputs } from '../../client.ts';
import type { ServiceName } from '../../layout.ts';
import { PATIENCE_MS, until } from '../../wait.ts';
import { used } from './deployment.ts';

const SERVICES: readonly ServiceName[] = ['gateway', 'authority', 'pep', 'bank'];

describe('who follows the services by traces', () => {
  let collector: Awaited<ReturnType<typeof startTraceCollector>>;
  let env: Readonly<Record<string, string>> = {};
  const cleanups: (() => void)[] = [];
  before(async () => {
    collector = await startTraceCollector({ after: (work) => cleanups.push(work) });
    env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' };
    await Promise.all(SERVICES.map((name) => used().d.restart(name, env)));
  });
  // What they send afterwards nobody takes, and nobody needs.
  after(() => {
    for (const work of cleanups) work();
  });

  const spanOf = (name: string, about: Readonly<Record<string, string>> = {}) =>
    collector.spans.find(
      (span) =>
        span.name === name && Object.entries(about).every(([key, value]) => span.attributes[key] === value),
    );
  const traceOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

  test('one trace and one request id lead from the agent’s call through every process to the receipt', async () => {
    const { d, client } = used();
    const called = await send<{ grant_id: string }>(`${d.urls.gateway}/v1/tools/propose_transfer`, {
      body: transferInputs({ amount: '37.21', to_account: 'acct_globex', beneficiary_id: 'globex' }),
      bearer: d.agentToken,
      headers: { 'x-service-contract': d.mandates.treasury, 'x-request-id': 'invoice-run-7' },
    });
    assert.equal(called.headers.get('x-request-id'), 'invoice-run-7');
    const receipt = await until(
      'the receipt',
      async () => (await client.receipts(called.body.grant_id))[0] ?? null,
    );
    for (const name of SERVICES) {
      const logged = () => d.output(name).includes('"request_id":"invoice-run-7"') || null;
      await until(`${name} logs the request`, async () => logged());
    }
    // Spans are sent in batches.
    const begun = await until('the whole trace', async () => {
      const found = spanOf('POST /v1/tools/:name', { 'sanad.request_id': 'invoice-run-7' });
      if (found === undefined) return null;
      const trace = traceOf(found.traceId);
      const isWhole = SERVICES.every((name) => trace.some(({ service }) => service === name));
      return isWhole && trace.some(({ name }) => name === 'make the receipt') ? found : null;
    });
    assert.equal(begun.parentSpanId, '');
    const trace = traceOf(begun.traceId);
    assert.deepEqual(new Set(trace.map(({ service }) => service)), new Set(SERVICES));
    const ids = new Set(trace.map(({ spanId }) => spanId));
    for (const { name, parentSpanId } of trace) assert.ok(parentSpanId === '' || ids.has(parentSpanId), name);
    for (const name of [
      'POST /grants',
      'POST /execute',
      'POST /grants/:grant_id/redeem',
      'POST /transfers',
    ]) {
      assert.ok(
        trace.some((span) => span.name === name),
        name,
      );
    }
    const made = trace.find(({ name }) => name === 'make the receipt');
    assert.equal(made?.attributes['sanad.receipt_id'], receipt.receipt_id);
    assert.doesNotMatch(JSON.stringify(collector.spans), /37\.21|globex|acct_|Bearer|eyJ/);
  });

  test('what the enforcement point finishes later is one trace, from its job to the bank and the receipt', async () => {
    const { d, client } = used();
    await d.kill('bank');
    const { body } = await client.pay(transferInputs());
    assert.equal(body.status, 'unknown');
    await d.restart('bank', env);
    const grant = String(body.grant_id);
    await until(
      'the receipt',
      async () => ((await client.receipts(grant)).length > 0 ? true : null),
      PATIENCE_MS,
    );
    const { job, done } = await until('the whole trace', async () => {
      const jobs = collector.spans.filter(({ name }) => name === 'finish an execution');
      const traces = jobs.map((span) => ({ job: span, done: traceOf(span.traceId) }));
      const wanted = ['POST /transfers', 'POST /events'];
      return (
        traces.find((found) => wanted.every((name) => found.done.some((span) => span.name === name))) ?? null
      );
    });
    assert.deepEqual([job.service, job.parentSpanId, job.attributes['sanad.grant_id']], ['pep', '', grant]);
    const reported = done.find(({ name }) => name === 'POST /events');
    assert.equal(reported?.attributes['sanad.request_id'], job.attributes['sanad.request_id']);
    assert.doesNotMatch(JSON.stringify(collector.spans), /acme|acct_|Bearer|eyJ/);
  });
});
