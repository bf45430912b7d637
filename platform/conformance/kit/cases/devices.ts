import { nodeCrypto } from '@common/evidence/node';
import { createAppDevice } from '@platform/core/testing/app-device';
import { type AssertionFault, createPasskey } from '@platform/core/testing/passkey';
import type { ProblemCode } from '@platform/core/verify/problems';
import { approverWith, KINDS } from '../../../core/test/crypto/device/people.ts';
import { CAST, keysOf, tell } from '../../../core/test/verify/story.ts';
import { enrol, type Party, party } from '../../../core/test/verify/story-keys.ts';
import { type KitCase, told } from './case.ts';

/** What each is signed with is made anew, because an authenticator counts. */
const approved = (name: string, approver: () => Party, code: ProblemCode | null, mandate = {}): KitCase => ({
  name,
  refused: code === null ? null : [4, code],
  make: () => {
    const cast = { ...CAST, approver: approver() };
    return { receipt: tell({ cast, mandate }), keys: keysOf(cast) };
  },
});

const ANY_KEY = {
  approval: {
    routes: [
      {
        approver_type: 'finance',
        approvers: ['badr'],
        wait_s: 3_600,
        notify: [],
        assurance: 'signature' as const,
      },
    ],
  },
};

const wrong = (
  name: string,
  fault: AssertionFault,
  code: ProblemCode,
  kind: 'ES256 passkey' | 'Ed25519 passkey' | 'RS256 passkey' = 'ES256 passkey',
) => approved(name, () => approverWith(kind, { fault }), code);
const said = (name: string, change: (text: string) => string, code: ProblemCode) =>
  wrong(name, { clientData: change }, code);

const MAP = Uint8Array.of(0xa1, 0x61, 0x61, 0x01);
const SYNCED = { hardware: true, hardware_ground: 'seen' } as const;

const PASSKEYS: readonly KitCase[] = [
  ...KINDS.map((kind) =>
    approved(`approved with ${kind}`, () => approverWith(kind), null, kind === 'ed25519 file' ? ANY_KEY : {}),
  ),
  approved(
    'approved with a synced passkey, where any key will do',
    () => approverWith('ES256 passkey', { synced: true }),
    null,
    ANY_KEY,
  ),
  approved(
    'a synced passkey on a hardware route',
    () => approverWith('ES256 passkey', { synced: true }),
    'assurance_not_met',
  ),
  approved('a key file on a hardware route', () => approverWith('ed25519 file'), 'assurance_not_met'),
  approved(
    'a synced passkey enrolled as hardware',
    () => approverWith('ES256 passkey', { synced: true, facts: SYNCED }),
    'enrolment_malformed',
    ANY_KEY,
  ),
  approved(
    'an attested passkey without a root',
    () => approverWith('ES256 passkey', { facts: { hardware_ground: 'attestation' } }),
    'enrolment_malformed',
  ),
  approved(
    'a page of another domain among its origins',
    () => {
      const { webauthn } = createPasskey(nodeCrypto, { name: 'badr' }).facts;
      return approverWith('ES256 passkey', {
        facts: {
          webauthn: {
            ...(webauthn as NonNullable<typeof webauthn>),
            origins: ['https://sanad.example', 'https://evilsanad.example'],
          },
        },
      });
    },
    'enrolment_malformed',
  ),
  wrong('another origin', { origin: 'https://evil.example' }, 'assertion_elsewhere'),
  wrong('an origin with a port', { origin: 'https://sanad.example:8443' }, 'assertion_elsewhere'),
  wrong('another relying party', { rpId: 'evil.example' }, 'assertion_elsewhere'),
  wrong('in a frame of another page', { crossOrigin: true }, 'assertion_elsewhere'),
  wrong('with a top origin', { topOrigin: 'https://sanad.example' }, 'assertion_elsewhere'),
  wrong('a registration in place of an assertion', { type: 'webauthn.create' }, 'assertion_elsewhere'),
  wrong('a challenge of another hash', { challenge: new Uint8Array(64).fill(0x61) }, 'assertion_elsewhere'),
  wrong(
    'a challenge of the hash’s bytes',
    { challenge: new Uint8Array(32).fill(0x61) },
    'assertion_elsewhere',
  ),
  wrong('nobody there', { flags: 0x04 }, 'holder_not_verified'),
  wrong('its holder not verified', { flags: 0x01 }, 'holder_not_verified', 'Ed25519 passkey'),
  wrong('its holder not verified, RSA', { flags: 0x01 }, 'holder_not_verified', 'RS256 passkey'),
  wrong('backed up, and could not be', { flags: 0x15 }, 'backup_changed'),
  wrong('enrolled as bound to a device, and synced now', { flags: 0x0d }, 'backup_changed'),
  wrong('with attested data', { flags: 0x45 }, 'assertion_malformed'),
  wrong('with bytes after its end', { rest: Uint8Array.of(0) }, 'assertion_malformed'),
  wrong('with extensions that are no map', { flags: 0x85, rest: Uint8Array.of(0x01) }, 'assertion_malformed'),
  wrong(
    'with extensions and a byte after them',
    { flags: 0x85, rest: Uint8Array.of(...MAP, 0) },
    'assertion_malformed',
  ),
  wrong(
    'with extensions of an indefinite length',
    { flags: 0x85, rest: Uint8Array.of(0xbf, 0xff) },
    'assertion_malformed',
  ),
  wrong(
    'with one key twice in its extensions',
    { flags: 0x85, rest: Uint8Array.of(0xa2, 0x61, 0x61, 0x01, 0x61, 0x61, 0x02) },
    'assertion_malformed',
  ),
  approved(
    'with extensions',
    () => approverWith('ES256 passkey', { fault: { flags: 0x85, rest: MAP } }),
    null,
  ),
  said(
    'client data with a member twice',
    (text) => text.replace('{', '{"type":"webauthn.get",'),
    'assertion_malformed',
  ),
  said('client data that is a list', (text) => `[${text}]`, 'assertion_malformed'),
  said('client data that is no JSON', (text) => text.slice(1), 'assertion_malformed'),
  approved(
    'client data with members of later browsers',
    () =>
      approverWith('ES256 passkey', {
        fault: { clientData: (text) => text.replace(/}$/, ',"other_keys_can_be_added_here":"x"}') },
      }),
    null,
  ),
];

/** A signer whose answers somebody changes. */
const forged = (
  name: string,
  kind: (typeof KINDS)[number],
  change: (proof: { sig: string }) => object | string,
  code: ProblemCode,
): KitCase =>
  approved(
    name,
    () => {
      const { key, signer } = approverWith(kind);
      const sign = (ascii: string) => {
        const made = signer.sign(ascii);
        return change(typeof made === 'string' ? { sig: made } : { ...made }) as never;
      };
      return { key, signer: { ...signer, sign } };
    },
    code,
    ANY_KEY,
  );

const FORMS: readonly KitCase[] = [
  forged(
    'a key file’s signature with client data',
    'es256 file',
    ({ sig }) => ({ sig, client_data_json: 'e30' }),
    'signature_malformed',
  ),
  forged('a passkey’s signature without its data', 'ES256 passkey', ({ sig }) => sig, 'signature_malformed'),
  forged(
    'a passkey’s data in base64url with spare bits',
    'ES256 passkey',
    (proof) => ({ ...proof, client_data_json: 'e31' }),
    'signature_malformed',
  ),
  forged(
    'a signature of RSA by a key of P-256',
    'ES256 passkey',
    (proof) => ({ ...proof, sig: 'ab'.repeat(256) }),
    'signature_malformed',
  ),
  forged(
    'a signature of P-256 by a key of RSA',
    'RS256 passkey',
    (proof) => ({ ...proof, sig: 'ab'.repeat(64) }),
    'signature_malformed',
  ),
  forged(
    'one digit of a signature of RSA changed',
    'RS256 passkey',
    (proof) => ({ ...proof, sig: `0${proof.sig.slice(1)}` }),
    'signature_invalid',
  ),
  forged('r and s of zero', 'es256 file', () => '00'.repeat(64), 'signature_invalid'),
];

const app = (
  name: string,
  fault: Parameters<ReturnType<typeof createAppDevice>['signer']>[1],
  code: ProblemCode | null,
): KitCase =>
  approved(
    name,
    () => {
      const { key } = approverWith('App Attest');
      return { key, signer: createAppDevice(nodeCrypto, 'badr').signer(key.kid, fault) };
    },
    code,
  );

const APPS: readonly KitCase[] = [
  app('an app that appends one map', { rest: MAP }, null),
  app('in another app', { appId: 'A1B2C3D4E5.example.sanad.other' }, 'assertion_elsewhere'),
  app('signed over the message hashed once', { hashedOnce: true }, 'signature_invalid'),
  app('with flags that an app does not set', { flags: 0x05 }, 'assertion_malformed'),
  app('an app with bytes after its end', { rest: Uint8Array.of(0) }, 'assertion_malformed'),
  app('an app with extensions announced, and none there', { flags: 0x80 }, 'assertion_malformed'),
  approved(
    'an app of a build for development',
    () => {
      const { app_attest: facts } = createAppDevice(nodeCrypto, 'badr').facts;
      return approverWith('App Attest', {
        facts: { app_attest: { ...(facts as NonNullable<typeof facts>), environment: 'development' } },
      });
    },
    'enrolment_malformed',
  ),
];

function principalWithPasskey(): Party {
  const passkey = createPasskey(nodeCrypto, { name: 'amal' });
  const device = { person: 'amal', independent: true, hardware: true, hardware_ground: 'seen' } as const;
  const { key } = party('principal_amal', 'principal', { ...device, ...passkey.facts });
  const signer = passkey.signer('principal_amal');
  return enrol({ key, signer }, signer);
}

const PRINCIPALS: readonly KitCase[] = [
  {
    name: 'a principal’s passkey signs mandate, rules and enrolments',
    refused: null,
    make: () => {
      const principal = principalWithPasskey();
      const cast = { ...CAST, principal, approver: enrol(CAST.approver, principal.signer) };
      return { receipt: tell({ cast }), keys: keysOf(cast) };
    },
  },
  told(
    'approved with a key in a card that the principal saw',
    {
      cast: {
        ...CAST,
        approver: enrol(
          party('approver_badr', 'approver', {
            person: 'badr',
            alg: 'es256',
            hardware: true,
            hardware_ground: 'seen',
          }),
          CAST.principal.signer,
        ),
      },
    },
    null,
  ),
];

export const DEVICES: readonly KitCase[] = [...PASSKEYS, ...FORMS, ...APPS, ...PRINCIPALS];
