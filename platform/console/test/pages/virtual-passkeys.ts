import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { holders } from './held-grant.ts';

/** A passkey that the browser’s virtual authenticator can hold, and its enrolment. */
export interface VirtualPasskey {
  readonly entry: KeyEntry;
  /** As the browser’s protocol takes it. */
  readonly credential: Readonly<Record<string, string | number | boolean>>;
}

interface PasskeyFacts {
  readonly kid: string;
  readonly person: string;
  readonly origin: string;
  readonly rpId?: string;
  readonly role?: KeyEntry['role'];
  /** May be copied to other devices. */
  readonly synced?: boolean;
  /** Its device finds it without being told its id. Default: no, as it is enrolled here. */
  readonly discoverable?: boolean;
}

export function virtualPasskey(facts: PasskeyFacts): VirtualPasskey {
  const {
    kid,
    person,
    origin,
    rpId = 'localhost',
    role = 'approver',
    synced = false,
    discoverable = false,
  } = facts;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // The last 65 bytes of the SPKI are the point.
  const point = publicKey.export({ type: 'spki', format: 'der' }).subarray(-65);
  const id = randomBytes(32);
  const entry: KeyEntry = {
    ...holders.cfo.entry,
    kid,
    person,
    role,
    alg: 'webauthn',
    public_key: point.toString('hex'),
    fingerprint: `sha256:${nodeCrypto.sha256(point)}`,
    ...(synced ? {} : { hardware: true, hardware_ground: 'seen' }),
    webauthn: {
      rp_id: rpId,
      origins: [origin],
      credential_id: id.toString('base64url'),
      aaguid: '0'.repeat(32),
      sign_count: 0,
      backup_eligible: synced,
      attestation: {
        format: 'none',
        hash: '0'.repeat(64),
        root: null,
        attested_at: '2026-01-01T00:00:00.000Z',
      },
    },
  };
  const credential = {
    credentialId: id.toString('base64'),
    isResidentCredential: discoverable,
    ...(discoverable ? { userHandle: Buffer.from(kid).toString('base64') } : {}),
    rpId,
    signCount: 0,
    backupEligibility: synced,
    backupState: synced,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
  return { entry, credential };
}

export interface Authenticator {
  readonly hold: (passkey: Pick<VirtualPasskey, 'credential'>) => Promise<void>;
  /** Whether its holder gives finger or PIN from now on. */
  readonly verifies: (isVerified: boolean) => Promise<void>;
  /** Whether the passkeys that it makes from now on may be copied to other devices. */
  readonly syncs: (isSynced: boolean) => Promise<void>;
}

/** An authenticator in a new page: its holder touches it whenever it asks. */
export async function pageWithAuthenticator(
  t: TestContext,
  browser: Browser,
): Promise<{ readonly page: Page; readonly authenticator: Authenticator }> {
  const page = await openPage(t, browser);
  const cdp: CDPSession = await page.context().newCDPSession(page);
  // The next test's page has no authenticator. A page that was closed has taken its own with it.
  t.after(() => cdp.detach().catch(() => undefined));
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const options = {
    ...({ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'usb', hasResidentKey: true } as const),
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  let { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  const authenticator: Authenticator = {
    hold: async ({ credential }) => {
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never });
    },
    verifies: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    syncs: async (isSynced) => {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      const changed = { ...options, defaultBackupEligibility: isSynced, defaultBackupState: isSynced };
      ({ authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: changed }));
    },
  };
  return { page, authenticator };
}
