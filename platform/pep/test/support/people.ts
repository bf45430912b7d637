import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import type { Enrolment, KeyEntry, KeyRole } from '@platform/core/objects/key-entry';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { generatePrivateKey, readPrivateKey } from '@platform/keys/key-files/key-pair';
import { comeToNextLook } from '@platform/keys/testing/next-look';

export const DEPLOYMENT = 'dp_0123456789abcdef01234567';
const VALID_FROM = '2026-01-01T00:00:00.000Z';

export interface Party {
  readonly signer: Signer;
  readonly entry: KeyEntry;
}

/** A party of a venue. A person's key is enrolled by the principal, the principal's by itself. */
export function party(
  kid: string,
  role: KeyRole,
  person: string | null = null,
  enroller?: Signer,
  tenants: string[] = ['*'],
): Party {
  const pair = readPrivateKey(generatePrivateKey('ed25519'), kid);
  const { alg, public_key, fingerprint } = pair;
  const signer = { kid, alg, sign: pair.sign };
  const enrolment: Enrolment = {
    type: 'sanad/enrolment/1',
    deployment: DEPLOYMENT,
    kid,
    alg,
    public_key,
    fingerprint,
    role,
    person,
    tenants: role === 'principal' || role === 'clerk' ? tenants : null,
    independent: person !== null,
    hardware: false,
    not_before: VALID_FROM,
    not_after: null,
  };
  const { type: _, ...facts } = enrolment;
  const signed = signObject(nodeCrypto, enroller ?? signer, enrolment);
  const entry: KeyEntry = {
    ...facts,
    compromised_at: null,
    enrolment: person === null ? null : { enrolment_hash: signed.hash, signature: signed.signature },
  };
  return { signer, entry };
}

export interface Parties {
  readonly principal: Party;
  readonly approver: Party;
  readonly authority: Party;
  readonly bank: Party;
}

/** The keys of everyone but the enforcement point, which makes its own; public halves in `<keysDir>/public`. */
export async function makeParties(keysDir: string): Promise<Parties> {
  const principal = party('principal_omar', 'principal', 'omar');
  const parties = {
    principal,
    approver: party('approver_lina', 'approver', 'lina', principal.signer),
    authority: party('authority', 'authority'),
    bank: party('bank', 'counterparty'),
  };
  await mkdir(join(keysDir, 'public'), { recursive: true, mode: 0o700 });
  await writeFile(join(keysDir, 'deployment.id'), `${DEPLOYMENT}\n`);
  for (const { entry } of Object.values(parties)) await publish(keysDir, entry);
  return parties;
}

export async function publish(keysDir: string, entry: KeyEntry): Promise<void> {
  await writeFile(join(keysDir, 'public', `${entry.kid}.json`), JSON.stringify(entry));
  comeToNextLook();
}

export async function unpublish(keysDir: string, kid: string): Promise<void> {
  await rm(join(keysDir, 'public', `${kid}.json`));
  comeToNextLook();
}
