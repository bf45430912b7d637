import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { nodeCrypto } from '@platform/proof/node';
import { signObject } from '@platform/proof/signed';
import { verify } from '@platform/proof/verify';
import type { Enrolment, KeySet } from '@platform/protocol/key-entry';
import { route, send, transferInputs } from '../client.ts';
import type { Deployment } from '../deployment.ts';
import { until } from '../wait.ts';
import { startConsole } from './support/start-console.ts';
import { useDeployment } from './support/use-deployment.ts';
import { openDevice } from './support/virtual-device.ts';

const used = useDeployment();
const browser = useBrowser();

/** As the browser’s protocol takes it. */
type Credential = Readonly<Record<'credentialId' | 'rpId' | 'privateKey', string>> & {
  readonly isResidentCredential: boolean;
  readonly signCount: number;
};

/** A passkey for this console, which the principal has seen in a device and enrolled. */
async function enrolPasskey(d: Deployment, kid: string, person: string, origin: string): Promise<Credential> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65);
  const id = randomBytes(32);
  const attested_at = new Date().toISOString();
  const enrolment: Enrolment = {
    ...{ type: 'sanad/enrolment/1', deployment: d.id, kid, alg: 'webauthn', person, role: 'approver' },
    ...{ public_key: point.toString('hex'), fingerprint: `sha256:${nodeCrypto.sha256(point)}` },
    ...{ tenants: null, independent: true, hardware: true, hardware_ground: 'seen' },
    ...{ not_before: attested_at, not_after: null },
    webauthn: {
      ...{ rp_id: 'localhost', origins: [origin], credential_id: id.toString('base64url') },
      ...{ aaguid: '0'.repeat(32), sign_count: 0, backup_eligible: false },
      attestation: { format: 'none', hash: '0'.repeat(64), root: null, attested_at },
    },
  };
  const { hash, signature } = signObject(nodeCrypto, await d.signer('principal_local'), enrolment);
  const body = { enrolment, enrolment_hash: hash, signature };
  const taken = await send(`${d.urls.authority}/keys`, { body });
  assert.equal(taken.status, 201, taken.text);
  return {
    ...{ credentialId: id.toString('base64'), isResidentCredential: false, rpId: 'localhost', signCount: 0 },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

/** A device that holds what it is given. */
async function openHolder(t: TestContext) {
  const { page, cdp, authenticatorId } = await openDevice(t, browser());
  const hold = (credential: Credential) =>
    cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
  const drop = ({ credentialId }: Credential) =>
    cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
  return { page, hold, drop };
}

test('two people approve with passkeys, and a copied passkey, whose counter falls, is refused', async (t) => {
  const { d, client } = used();
  const console = await startConsole(t, d);
  const phone = await enrolPasskey(d, 'approver_cfo.phone', 'cfo', console);
  const second = await enrolPasskey(d, 'approver_guest.phone', 'guest', console);
  const { page, hold, drop } = await openHolder(t);
  for (const credential of [phone, second]) await hold(credential);
  const routes = [{ ...route('cfo', 'hardware'), approvers: ['cfo', 'guest'], approvals_needed: 2 }];
  const mandate = await client.register({ approval: { routes } });
  const ask = async () => {
    const { body } = await client.pay(transferInputs({ amount: '1500' }), { mandate });
    await page.goto(`${console}/approvals/${body.grant_id}`);
    return String(body.grant_id);
  };
  const approve = async (kid: string) => {
    await page.locator('#typed').fill('1500');
    await page.getByRole('button', { name: `Approve 1,500 USD with the passkey ${kid}` }).click();
  };

  const id = await ask();
  await approve('approver_cfo.phone');
  await page.locator('#answered', { hasText: 'It waits for another person' }).waitFor();
  assert.equal((await client.present(id, { mandate })).body.status, 'pending');
  await page.reload();
  await approve('approver_guest.phone');
  await page
    .locator('#answered', { hasText: 'Approved by approver_guest.phone, not executed yet' })
    .waitFor();
  assert.equal((await client.present(id, { mandate })).body.status, 'executed');
  const receipt = await until('the receipt', async () => (await client.receipts(id))[0] ?? null);
  const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  const { verdict, checks } = verify(nodeCrypto, receipt, { keys });
  assert.equal(verdict, 'verified', JSON.stringify(checks));
  assert.equal(receipt.how.earlier_approvals?.[0]?.signature.kid, 'approver_cfo.phone');

  await drop(phone);
  await hold({ ...phone, signCount: 0 });
  const next = await ask();
  await approve('approver_cfo.phone');
  await page.locator('#approve-problem', { hasText: 'Not approved.' }).waitFor();
  assert.match(
    await page.locator('#approve-problem').innerText(),
    /counter_not_rising.*the key may have been copied/,
  );
  assert.equal(await page.locator('#typed').inputValue(), '1500');
  assert.equal((await client.grant(next)).status, 'pending');
});
