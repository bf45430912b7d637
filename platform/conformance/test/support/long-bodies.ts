import assert from 'node:assert/strict';
import { send } from '../../client.ts';
import type { Described } from './described.ts';

/** Sends every operation of the authority that has a body one that is too long. */
export async function checkLongBodies(url: string, authority: Described): Promise<void> {
  const raw = `{"x":"${'x'.repeat(140_000)}"}`;
  // No stranger's body is read as a document: see uploads.ts for one that is too long.
  const posts = authority.operations.filter((one) => one.startsWith('POST ') && one !== 'POST /documents');
  for (const operation of posts) {
    const known = operation.replace('{grant_id}', 'gr_1').replace('{name}', 'treasury.v1');
    const path = known.slice('POST '.length).replaceAll(/\{\w+\}/g, 'ic_1');
    const { status, text, body } = await send(`${url}${path}`, { raw });
    authority.admits(operation, 413, body);
    assert.equal(status, 413, `${operation}: ${text}`);
  }
}
