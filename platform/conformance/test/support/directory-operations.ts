import assert from 'node:assert/strict';
import { formatInstant } from '@common/base/instant';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { applyEntries, emptyDirectory, nextEntry } from '@platform/core/directory/state';
import type { SignedEntry } from '@platform/core/objects/directory';
import { signObject } from '@platform/core/signed/signed';
import { outcome, send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import type { Described } from './described.ts';

const DIRECTORY = '/directories/treasury.v1/beneficiaries';
const OF = '/directories/{profile}/{directory}';

/** Reads what the deployment starts with, and adds one payee. */
export async function checkDirectories(d: Deployment, holds: Described['holds']): Promise<void> {
  const read = <Body>(path: string) => send<Body>(`${d.urls.authority}${path}`);
  const heads = holds('GET /directories', 200, await read<readonly SignedEntry[]>('/directories'));
  assert.deepEqual(
    heads.body.map(({ entry }) => [entry.profile, entry.directory, entry.size]),
    [
      ['records.v1', 'recipients', 2],
      ['treasury.v1', 'accounts', 2],
      ['treasury.v1', 'beneficiaries', 3],
    ],
  );
  const entries = holds(
    `GET ${OF}/entries`,
    200,
    await read<readonly SignedEntry[]>(`${DIRECTORY}/entries?tenant=tn_local`),
  );
  holds(`GET ${OF}/entries`, 422, await read(`${DIRECTORY}/entries`));
  holds('GET /directories/drafts', 200, await read('/directories/drafts'));
  holds(`GET ${OF}/drafts`, 200, await read(`${DIRECTORY}/drafts?tenant=tn_local`));
  holds(`GET ${OF}/uses`, 200, await read(`${DIRECTORY}/uses?tenant=tn_local`));
  holds(`GET ${OF}/uses`, 404, await read('/directories/treasury.v1/symbols/uses?tenant=tn_local'));
  const id = { deployment: d.id, tenant: 'tn_local', profile: 'treasury.v1', directory: 'beneficiaries' };
  const state = unwrap(applyEntries(nodeCrypto, emptyDirectory(id), entries.body));
  const values = { beneficiary_id: 'initrode', to_account: 'acct_initrode', currency: 'USD' };
  const signed_at = formatInstant(Date.now());
  const entry = unwrap(
    nextEntry(nodeCrypto, state, { change: 'added', name: 'initrode', values, signed_at }),
  );
  const { hash, signature } = signObject(nodeCrypto, await d.signer('principal_local'), entry);
  const body = { entry, entry_hash: hash, signatures: [signature] };
  const post = (path: string, sent: unknown) => send(`${d.urls.authority}${path}/entries`, { body: sent });
  holds(`POST ${OF}/entries`, 201, await post(DIRECTORY, body));
  const other = { ...body, entry: { ...entry, directory: 'recipients' } };
  const refused = await post('/directories/treasury.v1/recipients', other);
  assert.deepEqual(outcome(holds(`POST ${OF}/entries`, 422, refused)), [422, 'entry_malformed']);
}
