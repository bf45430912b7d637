import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readAppAttestation } from '../../src/enrolment/app-attest.ts';
import { APPLE_APP_ATTEST_ROOT } from '../../src/enrolment/apple-root.ts';

const VECTORS = join(import.meta.dirname, '../../../conformance/vectors');

interface Device {
  readonly file: string;
  readonly app_id: string;
  readonly environment: 'production' | 'development';
  readonly key_id: string;
  readonly client_data: string;
  readonly timestamp: string;
  readonly attestation: string;
}

const { vectors }: { readonly vectors: readonly Device[] } = JSON.parse(
  readFileSync(join(VECTORS, 'app-attest/devices.json'), 'utf8'),
);

function given(device: Device) {
  return {
    attestation: Buffer.from(device.attestation, 'base64'),
    keyId: device.key_id,
    appId: device.app_id,
    clientData: Buffer.from(device.client_data, 'base64'),
    attestedMs: Date.parse(device.timestamp),
  };
}

type Given = Parameters<typeof readAppAttestation>[0];

function outcome(attested: Given): string {
  const read = readAppAttestation(attested);
  return read.ok ? 'ok' : read.error.message;
}

describe('Apple’s attestations of devices', () => {
  for (const device of vectors) {
    const good = given(device);

    test(`${device.file} is one, at its time`, () => {
      const read = readAppAttestation(good);
      assert.ok(read.ok, outcome(good));
      const { app_attest: app, fingerprint } = read.value;
      assert.deepEqual([app?.app_id, app?.environment], [device.app_id, device.environment]);
      const keyId = Buffer.from(device.key_id, 'base64').toString('hex');
      assert.equal(fingerprint, `sha256:${keyId}`);
      assert.equal(app?.attestation.root, `sha256:${rootHash()}`);
    });

    test(`${device.file} is refused with anything changed`, () => {
      const DAY = 86_400_000;
      const other = Buffer.from(good.attestation);
      const at = other.indexOf('authData') + 40;
      other[at] = (other[at] ?? 0) ^ 1;
      const wrong: readonly (readonly [Partial<Given>, RegExp])[] = [
        [{ appId: 'A1B2C3D4E5.other' }, /is not of the app/],
        [{ clientData: Buffer.from('other') }, /another challenge/],
        [{ keyId: Buffer.alloc(32).toString('base64') }, /another key/],
        [{ attestedMs: good.attestedMs + 4 * DAY }, /not valid when it was made/],
        [{ attestedMs: good.attestedMs - 4 * DAY }, /not valid when it was made/],
        [{ attestation: other }, /another challenge/],
        [{ attestation: good.attestation.subarray(0, -1) }, /not an attestation/],
        [{ attestation: Buffer.concat([good.attestation, Buffer.of(0)]) }, /not an attestation/],
        [{ root: w3cRoot() }, /do not end in Apple’s root/],
      ];
      for (const [change, message] of wrong) assert.match(outcome({ ...good, ...change }), message);
    });
  }
});

function rootHash(): string {
  const der = Buffer.from(APPLE_APP_ATTEST_ROOT.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  return createHash('sha256').update(der).digest('hex');
}

function w3cRoot(): string {
  const { attestation_ca_cert: hex } = JSON.parse(readFileSync(join(VECTORS, 'webauthn/w3c.json'), 'utf8'));
  const base64 = Buffer.from(hex, 'hex').toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}
