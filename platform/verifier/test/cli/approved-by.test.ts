import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { published, run, temporaryFolder } from '../run.ts';

/** Of the approval, in the report. */
const STRENGTHS: Readonly<Record<string, readonly [strength: number, basis: RegExp]>> = {
  'ed25519-file': [3, /a key that, as your key file says/],
  'es256-file': [4, /That it is hardware is the word of principal_amal, who saw the device/],
  'es256-passkey': [4, /device-bound passkey.*the word of principal_amal, who saw the device/],
  'rs256-passkey': [4, /device-bound passkey.*the word of principal_amal, who saw the device/],
  'ed25519-passkey': [4, /device-bound passkey.*the word of principal_amal, who saw the device/],
  'app-attest': [4, /Apple attested device and app .*that proves no person/],
};

interface Report {
  readonly claims: readonly { readonly id: string; readonly strength: number; readonly basis: string }[];
  readonly not_proven: readonly string[];
}

describe('offline, a receipt approved by', () => {
  for (const [kind, [strength, basis]] of Object.entries(STRENGTHS)) {
    test(`${kind} is verified, and its report says on what ground`, async (t) => {
      const file = join(temporaryFolder(t), 'report.json');
      const receipt = published(`approved-by/${kind}.json`);
      const keys = published(`approved-by/${kind}.keys.json`);
      const { code, out, err } = await run([receipt, '--keys', keys, '--report', file]);
      assert.equal(code, 0, out + err);
      const { claims, not_proven: missing } = JSON.parse(readFileSync(file, 'utf8')) as Report;
      const approval = claims.find(({ id }) => id === 'approval');
      assert.equal(approval?.strength, strength);
      assert.match(approval.basis, basis);
      const isDevice = /passkey|app-attest/.test(kind);
      const unseen = /What the page showed the holder|That a person approved with/;
      assert.equal(
        missing.some((line) => unseen.test(line)),
        isDevice,
      );
    });
  }
});
