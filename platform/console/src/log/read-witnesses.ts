import { ok, type Result } from '@common/base/result';
import { parseNote } from '@platform/core/log/note/signed-note';
import type { SignedTreeHead } from '@platform/core/objects/log';
import type { Authority } from '../use-cases/authority.ts';

/**
 * The names of the witnesses that signed a head, as the authority shows them. The console cannot check them,
 * because it has no policy.
 */
export async function readWitnesses(
  authority: Pick<Authority, 'checkpoints'>,
  { tree_head: { tree_size: size } }: SignedTreeHead,
): Promise<Result<readonly string[]>> {
  const found = await authority.checkpoints({ from: size, cosigned: true, limit: 1 });
  if (!found.ok) return found;
  const [checkpoint] = found.value.checkpoints;
  if (checkpoint?.tree_size !== size) return ok([]);
  const note = parseNote(checkpoint.note);
  if (!note.ok) return ok([]);
  const [origin] = note.value.text.split('\n');
  const names = note.value.signatures.map(({ name }) => name).filter((name) => name !== origin);
  return ok([...new Set(names)]);
}
