import { fail, ok, type Result } from '@common/base/result';
import { toHex } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import type { KeySet } from '@platform/core/objects/key-entry';
import {
  Mandate,
  type MandateRecord,
  type Revocation,
  SignedMandate,
  type SignedRevocation,
} from '@platform/core/objects/mandate';
import { ID_HEX_DIGITS } from '@platform/core/objects/primitives';
import { faultOf } from '@platform/core/objects/shape-fault';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { type Signer, signObject, verifySigned } from '@platform/core/signed/signed';
import { Value } from 'typebox/value';

export interface Fresh {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

export function freshId(prefix: string, { randomBytes }: Pick<Fresh, 'randomBytes'>): string {
  return prefix + toHex(randomBytes(ID_HEX_DIGITS / 2));
}

/**
 * Makes a mandate from what a person wrote, who may omit `type`, `deployment` and `contract_id`. If the text
 * contains a `contract`, as `mandate show --json` prints it, that contract is the template for a new mandate
 * of this deployment with its own id.
 */
export function draftMandate(
  given: unknown,
  deployment: string,
  fresh: Fresh,
): Result<Mandate, 'draft_invalid'> {
  const draft = isObject(given)
    ? {
        type: 'sanad/mandate/1',
        deployment,
        contract_id: freshId('ic_', fresh),
        ...(isObject(given.contract) ? withoutId(given.contract) : given),
      }
    : given;
  if (Value.Check(Mandate, draft)) return ok(draft);
  return fail('draft_invalid', `This is not a mandate: ${faultOf(Mandate, draft)}.`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutId({
  contract_id: _,
  deployment: __,
  ...mandate
}: Readonly<Record<string, unknown>>): object {
  return mandate;
}

export function signMandate(crypto: Crypto, signer: Signer, mandate: Mandate): SignedMandate {
  const { hash, signature } = signObject(crypto, signer, mandate);
  return { contract: mandate, contract_hash: hash, signature };
}

/** Reads a signed mandate from a file, recomputes its hash and checks its signature. */
export function readSignedMandate(
  crypto: Crypto,
  keys: KeySet,
  given: unknown,
  at: string,
): Result<SignedMandate, 'mandate_invalid'> {
  if (!Value.Check(SignedMandate, given)) {
    return fail('mandate_invalid', `This is not a signed mandate: ${faultOf(SignedMandate, given)}.`);
  }
  const { contract: object, contract_hash: hash, signature } = given;
  const checked = verifySigned(crypto, { object, hash, signature, keys, at });
  if (!checked.ok) {
    const { code, message } = checked.error;
    const isChanged = code === 'hash_mismatch';
    return fail(
      'mandate_invalid',
      isChanged
        ? `The mandate ${object.contract_id} was changed after it was signed; sign it again.`
        : message,
    );
  }
  const signer = checkMandateSigner(checked.value, object);
  return signer.ok ? ok(given) : fail('mandate_invalid', `${signer.error.code}: ${signer.error.message}`);
}

/** Checks that the authority’s mandate has the hash that it states, and that its principal signed it. */
export function checkMandateRecord(
  crypto: Crypto,
  keys: KeySet,
  record: MandateRecord,
  asked: string,
): Result<MandateRecord, 'contract_disagrees'> {
  const { contract: mandate, contract_hash: claimed, signature } = record;
  const hash = hashOf(crypto, mandate);
  if (mandate.contract_id !== asked) {
    return fail('contract_disagrees', `The authority shows ${mandate.contract_id} for ${asked}.`);
  }
  if (hash !== claimed) {
    return fail('contract_disagrees', `The mandate hashes to ${hash}; the authority says ${claimed}.`);
  }
  const checked = verifySigned(crypto, { object: mandate, hash, signature, keys, at: record.registered_at });
  if (!checked.ok) return fail('contract_disagrees', `Mandate ${asked}: ${checked.error.message}.`);
  const signer = checkMandateSigner(checked.value, mandate);
  return signer.ok ? ok(record) : fail('contract_disagrees', `Mandate ${asked}: ${signer.error.message}.`);
}

export function signRevocation(
  crypto: Crypto,
  signer: Signer,
  facts: Omit<Revocation, 'type'>,
): SignedRevocation {
  const revocation: Revocation = { type: 'sanad/revocation/1', ...facts };
  const { hash, signature } = signObject(crypto, signer, revocation);
  return { revocation, revocation_hash: hash, signature };
}
