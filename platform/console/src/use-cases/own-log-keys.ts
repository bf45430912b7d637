import { ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { type NoteKey, parseNoteKey } from '@platform/core/log/note/note-key';
import type { Authority } from './authority.ts';

/**
 * The keys that sign the log’s checkpoints, by the authority’s own word: two while one takes the place of the other.
 * They show that a proof is whole, not whose it is.
 */
export async function ownLogKeys({
  crypto,
  authority,
}: {
  readonly crypto: Crypto;
  readonly authority: Pick<Authority, 'checkpoints'>;
}): Promise<Result<readonly NoteKey[]>> {
  const answer = await authority.checkpoints({ from: 0, cosigned: false, limit: 1 });
  if (!answer.ok) return answer;
  const { vkey, new_vkey: fresh } = answer.value;
  const keys: NoteKey[] = [];
  for (const each of [vkey ?? '', ...(fresh === undefined ? [] : [fresh])]) {
    const key = parseNoteKey(crypto, each);
    if (!key.ok) return key;
    keys.push(key.value);
  }
  return ok(keys);
}
