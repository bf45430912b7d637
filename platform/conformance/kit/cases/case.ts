import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { PlainReceipt, Receipt } from '@platform/core/objects/receipt';
import { receiptBodyHash, receiptLeaf } from '@platform/core/receipt/assemble';
import { sealValues } from '@platform/core/receipt/open-receipt';
import { signHash } from '@platform/core/signed/signed';
import type { ProblemCode } from '@platform/core/verify/problems';
import { type Draft, draftOf, EVERYONE, resign } from '../../../core/test/verify/hostile/resign.ts';
import { CAST, type Cast, keysOf, type Plot, tell } from '../../../core/test/verify/story.ts';
import type { Mutable } from '../../../demo/tamperings.ts';

/** The check that must fail, and one of its codes. */
export type Refusal = readonly [check: number, code: ProblemCode];

/** What one case gives a verifier. */
interface Given {
  /** The receipt, or any text in its place. */
  readonly receipt: Receipt | string;
  /** Default: those of the story’s cast. Null: none. */
  readonly keys?: KeySet | null;
  readonly previous?: Receipt;
  readonly asOf?: string;
}

export interface KitCase {
  readonly name: string;
  readonly make: () => Given;
  /** Null if nothing is wrong. INVARIANT: apart from the fault that its name tells, everything is as it should be. */
  readonly refused: Refusal | null;
}

type Plotted = Partial<Plot>;
type Change = (draft: Draft) => void;
type Beside = Omit<Given, 'receipt'>;

export const PINNED: KeySet = keysOf(CAST);

let plain: Receipt | undefined;

/** Most cases change the story as it is. */
function storyOf(plot: Plotted): Receipt {
  if (Object.keys(plot).length > 0) return tell(plot);
  plain ??= tell();
  return plain;
}

/** A receipt that everyone signed as the plot has it. */
export function told(name: string, plot: Plotted, refused: Refusal | null, beside: Beside = {}): KitCase {
  return { name, refused, make: () => ({ receipt: tell(plot), ...besideOf(plot, beside) }) };
}

/** A receipt that everyone signed again after a change. */
export function signed(
  name: string,
  change: Change,
  refused: Refusal | null,
  { plot = {}, ...beside }: Beside & { readonly plot?: Plotted } = {},
): KitCase {
  const make = () => ({ receipt: signedAgain(storyOf(plot), change), ...besideOf(plot, beside) });
  return { name, refused, make };
}

interface Told extends Beside {
  readonly plot?: Plotted;
  /** Instead of the plot’s receipt. */
  readonly from?: () => Receipt;
}

function changed<Form>(
  name: string,
  refused: Refusal | null,
  { plot = {}, from, ...beside }: Told,
  [read, change, write]: readonly [(receipt: Receipt) => Form, (form: Form) => void, (form: Form) => Receipt],
): KitCase {
  const make = () => {
    const form = read(from?.() ?? storyOf(plot));
    change(form);
    return { receipt: write(form), ...besideOf(plot, beside) };
  };
  return { name, refused, make };
}

/** Changed after all was signed; then only the service and the log sign again. */
export function sealed(name: string, change: Change, refused: Refusal | null, told: Told = {}): KitCase {
  return changed(name, refused, told, [draftOf, change, (draft) => seal(draft)]);
}

/** Changed after all was signed, by somebody who holds no key; what commits to a value follows it. */
export function altered(name: string, change: Change, refused: Refusal | null, told: Told = {}): KitCase {
  return changed(name, refused, told, [draftOf, change, documentOf]);
}

/** Like `altered`, of the file as it is: with its commitments and disclosures. */
export function rewritten(
  name: string,
  change: (document: Mutable<Receipt>) => void,
  refused: Refusal | null,
  told: Told = {},
): KitCase {
  return changed(name, refused, told, [
    structuredClone as (receipt: Receipt) => Mutable<Receipt>,
    change,
    (document) => document as Receipt,
  ]);
}

export function signedAgain(receipt: Receipt, change: Change): Receipt {
  const draft = draftOf(receipt);
  change(draft);
  return resign(draft, { held: EVERYONE, forgery: 'leave', careful: true });
}

/** The service signs what the receipt says now, and the authority a log of this one leaf. */
export function seal(draft: Draft, cast: Cast = CAST): Receipt {
  draft.receipt_body_hash = receiptBodyHash(nodeCrypto, documentOf(draft));
  draft.signatures.service = { ...signHash(cast.service.signer, draft.receipt_body_hash), disclosures: [] };
  return placed(draft, cast);
}

/** The authority signs a log of which this receipt is the only leaf. */
export function placed(draft: Draft, cast: Cast = CAST): Receipt {
  const { log } = draft.status;
  if (log !== null) {
    const leaf = receiptLeaf(nodeCrypto, documentOf(draft));
    Object.assign(log, { leaf_index: 0, leaf_hash: leaf, inclusion_proof: [] });
    Object.assign(log.tree_head, { tree_size: 1, root_hash: leaf });
    draft.bundle.log_root_signature = signHash(cast.authority.signer, hashOf(nodeCrypto, log.tree_head));
  }
  return documentOf(draft);
}

/** The file of a draft: each value that can be withheld has its commitment, and is disclosed. */
export function documentOf({ salts, ...plain }: Draft): Receipt {
  const saltOf = (place: string) => salts[place] ?? nodeCrypto.sha256(place).slice(0, 32);
  const { body, disclosures } = sealValues(nodeCrypto, plain as PlainReceipt, saltOf);
  const { service } = body.signatures;
  const signatures = { ...body.signatures, service: service && { ...service, disclosures } };
  return structuredClone({ ...body, signatures }) as Receipt;
}

/** The keys of the plot’s cast, and those of others that its receipt brings, are pinned. */
function besideOf({ cast = CAST, keys = [] }: Plotted, beside: Beside): Beside {
  const pinned = { ...keysOf(cast), ...Object.fromEntries(keys.map((key) => [key.kid, key])) };
  return { keys: pinned, ...beside };
}

export function castWith(changes: Partial<Cast>): { readonly cast: Cast } {
  return { cast: { ...CAST, ...changes } };
}

/** The same hash with another first digit. */
export function flipped(hex: string): string {
  return `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;
}
