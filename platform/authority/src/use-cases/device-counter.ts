import { fail, ok, type Result } from '@common/base/result';
import { counterOf } from '@platform/core/crypto/device/counter';
import type { KeyVersion } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import type { Unit } from '../store/store.ts';

export type CounterRefusal = 'counter_not_rising';

/**
 * INVARIANT: a device's counter only rises, over all grants. Otherwise the key was copied, or the signature
 * was made before another. A passkey that never counts always shows 0; App Attest always counts.
 */
export async function raiseCounter(
  unit: Unit,
  { kid, alg, fingerprint, webauthn }: KeyVersion,
  signature: Signature,
): Promise<Result<void, CounterRefusal>> {
  const shown = counterOf(signature);
  if (shown === null) return ok(undefined);
  const mayStand = alg === 'webauthn' && shown === 0;
  const enrolled = webauthn?.sign_count ?? 0;
  if (await unit.raiseCounter({ fingerprint, enrolled, shown, mayStand })) return ok(undefined);
  return fail(
    'counter_not_rising',
    `The counter of ${kid} stands at ${shown}, which is not above what it showed before: the key may have been copied. Sign again; if it stays so, enrol a new key.`,
  );
}
