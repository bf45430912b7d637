import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTraceCollector } from '@common/kit/testing/trace-collector';
import type { Receipt } from '@platform/core/objects/receipt';
import { send, transferInputs } from '../../client.ts';
import type { Environment, ServiceName } from '../../layout.ts';
import { PATIENCE_MS, until } from '../../wait.ts';
import { used } from './deployment.ts';

const SERVICES: readonly ServiceName[] = ['gateway', 'authority', 'pep', 'bank'];

describe('who follows the services by traces', () => {
  let collector: Awaited<ReturnType<typeof startTraceCollector>>;
  const cleanups: (() => void)[] = [];
  let paid: { readonly receipt: Receipt; readonly requestId: string | null };
  let finishedLater = '';

  async function payTraced(): Promise<typeof paid> {
    const { d, client } = used();
    const called = await send<{ grant_id: string }>(`${d.urls.gateway}/v1/tools/propose_transfer`, {
      body: transferInputs({ amount: '37.21', to_account: 'acct_globex', beneficiary_id: 'globex' }),
      bearer: d.agentToken,
      headers: { 'x-service-contract': d.mandates.treasury, 'x-request-id': 'invoice-run-7' },
    });
    const receipt = await until(
      'the receipt',
      async () => (await client.receipts(called.body.grant_id))[0] ?? null,
    );
    for (const name of SERVICES) {
      const logged = () => d.output(name).includes('"request_id":"invoice-run-7"') || null;
      await until(`${name} logs the request`, async () => logged());
    }
    return { receipt, requestId: called.headers.get('x-request-id') };
  }

  /** A payment whose answer the bank does not give; the grant's id. */
  async function payWithoutBank(env: Environment): Promise<string> {
    const { d, client } = used();
    await d.kill('bank');
    const { body } = await client.pay(transferInputs());
    assert.equal(body.status, 'unknown');
    await d.restart('bank', env);
    const grant = String(body.grant_id);
    await until('the receipt', async () => (await client.receipts(grant))[0] ?? null, PATIENCE_MS);
    return grant;
  }

  before(async () => {
    const { d } = used();
    collector = await startTraceCollector({ after: (work) => cleanups.push(work) });
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' };
    await Promise.all(SERVICES.map((name) => d.restart(name, env)));
    paid = await payTraced();
    finishedLater = await payWithoutBank(env);
    // Spans are sent every five seconds, and when a service ends.
    await Promise.all(SERVICES.map((name) => d.restart(name)));
  });
  after(() => {
    for (const work of cleanups) work();
  });

  const traceOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

  test('one trace and one request id lead from the agent’s call through every process to the receipt', () => {
    assert.equal(paid.requestId, 'invoice-run-7');
    const begun = collector.spans.find(
      ({ name, attributes }) =>
        name === 'POST /v1/tools/:name' && attributes['sanad.request_id'] === 'invoice-run-7',
    );
    assert.equal(begun?.parentSpanId, '');
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
    assert.equal(made?.attributes['sanad.receipt_id'], paid.receipt.receipt_id);
  });

  test('what the enforcement point finishes later is one trace, from its job to the bank and the receipt', () => {
    const jobs = collector.spans.filter(({ name }) => name === 'finish an execution');
    const wanted = ['POST /transfers', 'POST /events'];
    const job = jobs.find(({ traceId }) =>
      wanted.every((name) => traceOf(traceId).some((span) => span.name === name)),
    );
    assert.ok(job !== undefined);
    assert.deepEqual(
      [job.service, job.parentSpanId, job.attributes['sanad.grant_id']],
      ['pep', '', finishedLater],
    );
    const reported = traceOf(job.traceId).find(({ name }) => name === 'POST /events');
    assert.equal(reported?.attributes['sanad.request_id'], job.attributes['sanad.request_id']);
  });

  test('no span tells what was paid, to whom, or by which token', () => {
    assert.doesNotMatch(JSON.stringify(collector.spans), /37\.21|globex|acme|acct_|Bearer|eyJ/);
  });
});
