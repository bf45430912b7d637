import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { isEnough, judgeLogProof, type LogVerdict } from '@platform/core/log/note/judge-log-proof';
import type { LogPolicy } from '@platform/core/log/note/log-policy';
import { parseLogProof } from '@platform/core/log/note/log-proof';
import type { Receipt } from '@platform/core/objects/receipt';
import { receiptLeaf } from '@platform/core/receipt/assemble';
import type { Authority } from './authority.ts';
import { ownLogKeys } from './own-log-keys.ts';

interface Deps {
  readonly crypto: Crypto;
  readonly authority: Pick<Authority, 'checkpoints' | 'logProof'>;
}

interface LogProofExport {
  /** A tlog-proof, as the authority wrote it. */
  readonly text: string;
  readonly verdict: LogVerdict;
}

/** Checkpoints per page. A note with post-quantum witnesses has some tens of kilobytes. */
const AT_ONCE = 20;
/** Ten thousand checkpoints. If too few witnesses have signed by then, they will not. */
const MOST_PAGES = 500;

/**
 * The proof that a receipt is in the log: against the first checkpoint with enough witnesses for `policy`, or
 * against the newest if there is no policy. INVARIANT: it returns only a proof that holds.
 */
export async function exportLogProof(
  { crypto, authority }: Deps,
  receipt: Receipt,
  policy: LogPolicy | null,
): Promise<Result<LogProofExport>> {
  const logged = receipt.status.log;
  if (!logged) return fail('not_logged', 'This receipt has no place in the log.');
  const { leaf_index: place, tree_head: own } = logged;
  const size = policy === null ? ok(null) : await firstEnough({ crypto, authority }, place, policy);
  if (!size.ok) return size;
  const proof = await authority.logProof(place, size.value);
  if (!proof.ok) return proof;
  const read = parseLogProof(proof.value);
  if (!read.ok) return read;
  // No checkpoint was found, so this is the newest. It can be enough for a policy that knows only a new key
  // of the log, if too many checkpoints precede that key.
  if (policy !== null && size.value === null && !isEnough(crypto, read.value.checkpoint, policy))
    return notCosigned(place);
  const by = policy === null ? await ownPolicy({ crypto, authority }) : ok(policy);
  if (!by.ok) return by;
  const leaf = receiptLeaf(crypto, receipt);
  const verdict = judgeLogProof(crypto, {
    leaf,
    index: place,
    head: { size: own.tree_size, standing: own.standing },
    proof: read.value,
    policy: by.value,
  });
  if (verdict.logged === 'no') {
    return fail('proof_invalid', `The proof does not hold: ${verdict.reasons.join(' ')}`);
  }
  return ok({ text: proof.value, verdict });
}

/**
 * The size of the first checkpoint that covers the leaf and that enough witnesses signed; null if there is
 * none.
 */
async function firstEnough(
  { crypto, authority }: Deps,
  place: number,
  policy: LogPolicy,
): Promise<Result<number | null>> {
  let from = place + 1;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const cosigned = policy.quorum !== null;
    const answer = await authority.checkpoints({ from, cosigned, limit: AT_ONCE });
    if (!answer.ok) return answer;
    const { checkpoints } = answer.value;
    const found = checkpoints.find(({ note }) => isEnough(crypto, note, policy));
    if (found !== undefined) return ok(found.tree_size);
    const last = checkpoints.at(-1);
    if (last === undefined || checkpoints.length < AT_ONCE || last.tree_size < from) break;
    from = last.tree_size + 1;
  }
  return ok(null);
}

function notCosigned(place: number) {
  return fail(
    'not_cosigned',
    `No checkpoint that covers this receipt (leaf ${place}) has the signatures that the policy asks for. Ask again once witnesses have signed, or check that the policy names this log, with the key that signs it now, and its witnesses.`,
  );
}

async function ownPolicy(deps: Deps): Promise<Result<LogPolicy>> {
  const keys = await ownLogKeys(deps);
  if (!keys.ok) return keys;
  return ok({ logs: keys.value.map((key) => ({ key, url: null })), witnesses: [], quorum: null });
}
