import assert from 'node:assert/strict';
import type { SignedProfile } from '@platform/core/objects/profile';
import { send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import type { Described } from './described.ts';

/** Past versions are listed, and what is in force may be published again: it changes nothing. */
export async function checkVersions({ urls }: Deployment, holds: Described['holds']): Promise<void> {
  const operation = '/profiles/{name}/versions';
  const url = `${urls.authority}/profiles/treasury.v1/versions`;
  const { body: versions } = holds(`GET ${operation}`, 200, await send<SignedProfile[]>(url));
  const [inForce] = versions;
  const { body: shown } = await send(`${urls.authority}/profiles/treasury.v1`);
  assert.equal(inForce?.profile_hash, shown.profile_hash);
  holds(`POST ${operation}`, 201, await send(url, { body: inForce }));
  holds(`GET ${operation}`, 404, await send(`${urls.authority}/profiles/mail.v1/versions`));
  const changed = { ...inForce, profile: { ...inForce?.profile, reason: 'another' } };
  holds(`POST ${operation}`, 422, await send(url, { body: changed }));
}
