import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { DOCUMENT_LIMITS } from '@platform/core/objects/document';
import type { GrantRecord } from '@platform/core/objects/grant';
import { sampleDocument } from '@platform/core/testing/documents';
import { type Client, outcome, send, transferInputs } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import type { Described } from './described.ts';

/** An agent uploads a document, names it in a payment, and it is read by the grant. */
export async function checkUploads(
  d: Deployment,
  client: Client,
  of: (service: string) => Described,
): Promise<void> {
  const headers = { 'x-service-contract': d.mandates.treasury, 'content-type': 'application/pdf' };
  const raw = new Uint8Array(sampleDocument('application/pdf', randomBytes(8).toString('hex')));
  const upload = (changes: object = {}) => {
    const request = { raw, headers, bearer: d.agentToken, ...changes };
    return send<{ readonly sha256: string }>(`${d.urls.gateway}/v1/documents`, request);
  };
  const { body } = of('gateway').holds('POST /v1/documents', 201, await upload());
  for (const [changes, status, code] of [
    [{ bearer: 'x' }, 401, 'unauthorized'],
    [{ headers: { ...headers, 'content-type': 'image/png' } }, 422, 'document_type_differs'],
    [{ raw: new Uint8Array(DOCUMENT_LIMITS.bytes + 1) }, 413, 'payload_too_large'],
    [{ raw: new Uint8Array(8) }, 422, 'document_type_unknown'],
  ] as const) {
    const refused = of('gateway').holds('POST /v1/documents', status, await upload(changes));
    assert.deepEqual(outcome(refused), [status, code]);
  }
  const documents = [{ sha256: body.sha256, name: 'invoice.pdf' }];
  const paid = await client.pay(transferInputs({ documents }));
  assert.equal(paid.body.status, 'executed', paid.text);
  const path = `${d.urls.authority}/grants/${paid.body.grant_id}`;
  const { body: record } = await send<GrantRecord>(path);
  assert.equal(record.action.documents?.[0]?.sha256, body.sha256);
  const { holds } = of('authority');
  const row = 'GET /grants/{grant_id}/documents/{sha256}';
  holds(row, 200, await send(`${path}/documents/${body.sha256}`));
  holds(row, 404, await send(`${path}/documents/${'0'.repeat(64)}`));
  const alone = `${d.urls.authority}/documents?contract_id=${d.mandates.treasury}`;
  holds('POST /documents', 401, await send(alone, { raw, headers }));
}
