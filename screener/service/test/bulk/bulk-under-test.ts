import assert from 'node:assert/strict';
import type { HttpApp } from '@common/kit/http/app';
import type { Database } from '@common/kit/sql/database';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createBulkStore } from '../../src/bulk/bulk.sql.ts';
import type { BulkDeps } from '../../src/bulk/submit-bulk.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';
import { type Ends, openTestDatabase } from '../access/access-under-test.ts';

export const MOST_PENDING = 3;

/** A queue in its own in-memory database, without workers. */
export async function openTestBulk(t: Ends): Promise<BulkDeps> {
  return bulkOn(await openTestDatabase(t));
}

export function bulkOn(database: Database<ScreenerSchema>): BulkDeps {
  return { store: createBulkStore(database), mostPending: MOST_PENDING, nudge: () => {} };
}

/** A POST with a JSON body, with or without a key. */
export async function post(app: HttpApp, url: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) };
}

/** Signs somebody up and returns the header with the key. */
export async function keyFor(app: HttpApp, name: string): Promise<{ 'x-api-key': string }> {
  const { status, body } = await post(app, '/api/keys', { email: `${name}@example.com` });
  assert.equal(status, 200);
  return { 'x-api-key': body.data.api_key };
}

/** Whether a body matches the description's 200 response of `method path`. */
export async function described(
  app: HttpApp,
  method: 'get' | 'post',
  path: string,
): Promise<(body: unknown) => boolean> {
  const document = JSON.parse((await app.inject('/openapi.json')).body);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'document');
  const steps = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema'];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('/', '~1'))).join('/');
  return ajv.compile({ $ref: `document#/${pointer}` });
}
