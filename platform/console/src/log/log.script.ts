import { parseStrict } from '@common/evidence/canonical';
import { webCrypto } from '@common/evidence/web';
import { verifyConsistency } from '@platform/core/log/merkle/tree';
import type { KeySet } from '@platform/core/objects/key-entry';
import { ConsistencyProof, SignedTreeHead } from '@platform/core/objects/log';
import { verifySigned } from '@platform/core/signed/signed';
import { sentence } from '@platform/words/short';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { byId } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';

/**
 * Runs in the browser: checks whether one head’s log begins with another’s, and whether both heads are
 * signed.
 */

declare const fetch: (path: string) => Promise<{ readonly ok: boolean; text(): Promise<string> }>;

const data = byId('log-data').dataset;
const heads = headsIn(data.heads ?? '');

byId('check-form').hidden = false;
byId('check-answer').textContent = '';
byId('check-heads').addEventListener('click', () => void check());

async function check(): Promise<void> {
  const sizes = [Number(byId('earlier').value), Number(byId('later').value)] as const;
  const [from, to] = sizes.map((size) => heads.find(({ tree_head: head }) => head.tree_size === size));
  if (from === undefined || to === undefined) return tell('fails', 'These heads cannot be read.');
  if (sizes[0] > sizes[1])
    return tell(
      'open',
      'The earlier head has more entries than the later one: choose them the other way round.',
    );
  const { keys, areTrusted, whose } = readerKeys(data.keys ?? '');
  const unsigned = [from, to].map((head) => faultOf(head, keys)).find((fault) => fault !== null);
  if (unsigned !== undefined && unsigned !== null)
    return tell('fails', `A head is not signed as it should be: ${sentence(unsigned)}`);
  const answer = await fetch(`/log/consistency.json?from=${sizes[0]}&to=${sizes[1]}`).catch(() => null);
  if (answer === null || !answer.ok) return tell('open', 'The authority gave no proof. Try again.');
  const parsed = parseStrict(await answer.text());
  const proof = parsed.ok && Check(ConsistencyProof, parsed.value) ? parsed.value.proof : null;
  const holds =
    proof !== null &&
    verifyConsistency(webCrypto, {
      from: sizes[0],
      to: sizes[1],
      proof,
      fromRoot: from.tree_head.root_hash,
      toRoot: to.tree_head.root_hash,
    });
  if (!holds)
    return tell(
      'fails',
      'Something was changed or removed: the later log does not continue the earlier one. Keep both heads.',
    );
  tell(
    areTrusted ? 'holds' : 'open',
    `Nothing in the first ${sizes[0]} was changed or removed. Both heads are signed, ${whose}.`,
  );
}

function faultOf(
  { tree_head: object, tree_head_hash: hash, signature }: SignedTreeHead,
  keys: KeySet,
): string | null {
  const checked = verifySigned(webCrypto, { object, hash, signature, keys, at: object.timestamp });
  return checked.ok ? null : checked.error.message;
}

function headsIn(text: string): readonly SignedTreeHead[] {
  const parsed = parseStrict(text);
  return parsed.ok && Check(Type.Array(SignedTreeHead), parsed.value) ? parsed.value : [];
}

function tell(kind: 'holds' | 'open' | 'fails', words: string): void {
  const answer = byId('check-answer');
  answer.replaceChildren(mark(kind), words);
  answer.setAttribute('class', kind === 'fails' ? 'fails' : '');
}
