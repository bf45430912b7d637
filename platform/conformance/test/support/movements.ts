import assert from 'node:assert/strict';
import type { SignedMovementPage } from '@platform/core/objects/movement';
import { type Client, send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import type { Described } from './described.ts';

/** The list of movements at the bank, at the enforcement point and at the authority, as each describes it. */
export async function checkMovements(
  { urls }: Deployment,
  client: Client,
  of: (service: string) => Described,
): Promise<void> {
  const listed = 'GET /accounts/{account}/movements';
  const read = (account: string, until = '2199-01-01') =>
    send<SignedMovementPage>(
      `${urls.authority}/accounts/${account}/movements?tenant=tn_local&from=2026-01-01&until=${until}`,
    );
  const { page, signature } = of('authority').holds(listed, 200, await read('acct_operating')).body;
  assert.deepEqual([signature.kid, page.counterparty, page.account], ['pep', 'bank', 'acct_operating']);
  of('authority').holds(listed, 404, await read('acct_acme'));
  of('authority').holds(listed, 422, await read('acct_operating', '2026-01-01'));
  // The question is the authority's to sign.
  const body = { question: {}, question_hash: 'a'.repeat(64), signature };
  of('pep').holds('POST /movements', 422, await send(`${urls.pep}/movements`, { body }));

  const own = 'GET /accounts/{account_id}/movements';
  const call = (account: string, from = '2026-01-01') => {
    const path = `/accounts/${account}/movements?from=${from}&until=2199-01-01`;
    const token = client.brokerToken({ method: 'GET', path, grant_id: 'gr_direct' });
    return send(`${urls.bank}${path}`, { headers: { 'x-broker-token': token } });
  };
  of('bank').holds(own, 200, await call('acct_operating'));
  of('bank').holds(own, 404, await call('acct_none'));
  of('bank').holds(own, 422, await call('acct_operating', '2026-02-30'));
  const path = '/accounts/acct_operating/movements?from=2026-01-01&until=2199-01-01';
  of('bank').holds(own, 401, await send(`${urls.bank}${path}`));
}
