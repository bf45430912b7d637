import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { Receipt } from '@platform/core/objects/receipt';
import { receiptBodyHash } from '@platform/core/receipt/assemble';
import { signHash } from '@platform/core/signed/signed';
import { openServiceKey } from '@platform/keys/key-files/keys';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';
import { type Mutable, TAMPERINGS } from '../tamperings.ts';
import { bundledVerifier, type Verifier } from '../verifier.ts';

const PATIENCE_MS = 20_000;
const POLL_MS = 100;

/** Every receipt verified offline; then one of them altered, section by section. */
export async function proofs(stage: Stage, narrator: Narrator, approvedGrant: string): Promise<Verifier> {
  narrator.chapter('Proof: every receipt, verified offline');
  const receipts = await allReceipts(stage);
  const keys = (await stage.sanad('keys', 'list', '--json')).out;
  const verifier = await bundledVerifier(stage.folder, keys);
  narrator.say(
    'The verifier is one file in an empty folder, run by plain Node without a network. It gets a receipt, the one before it, and the public keys that its user trusts.',
  );
  for (const [index, receipt] of receipts.entries()) {
    const { exitCode, verdict } = await verifier.verify(receipt, receipts[index - 1] ?? null);
    const { outcome, reason, facade } = receipt.what;
    narrator.expect(
      `${receipt.receipt_id} ${facade} ${outcome} (${reason})`,
      [exitCode, verdict],
      [0, 'verified'],
    );
  }
  const at = receipts.findIndex(({ how }) => how.grant.grant_id === approvedGrant);
  const receipt = receipts[at];
  if (receipt === undefined) throw new Error(`grant ${approvedGrant} has no receipt`);
  const previous = receipts[at - 1] ?? null;
  narrator.say('The approved transfer in full, as the verifier prints it:');
  narrator.show((await verifier.verify(receipt, previous)).printed);
  await tampering(narrator, verifier, receipt, previous);
  await insider(stage, narrator, verifier, receipt, previous);
  return verifier;
}

/** The receipt of a grant that has ended. */
export async function receiptOf(stage: Stage, grantId: string): Promise<Receipt> {
  const receipt = (await allReceipts(stage)).find(({ how }) => how.grant.grant_id === grantId);
  if (receipt === undefined) throw new Error(`grant ${grantId} has no receipt`);
  return receipt;
}

/** In chain order, once each grant that has ended has its receipt. */
async function allReceipts(stage: Stage): Promise<readonly Receipt[]> {
  const grants: readonly GrantRecord[] = JSON.parse((await stage.sanad('grant', 'list', '--json')).out);
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const receipts: readonly Receipt[] = JSON.parse((await stage.sanad('receipt', 'list', '--json')).out);
    if (receipts.length === grants.length)
      return receipts.toSorted((a, b) => a.bundle.sequence - b.bundle.sequence);
    if (Date.now() > until) throw new Error(`${grants.length} grants, but ${receipts.length} receipts`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function tampering(
  narrator: Narrator,
  verifier: Verifier,
  receipt: Receipt,
  previous: Receipt | null,
): Promise<void> {
  narrator.chapter('Tampering: one change in each section, and the check that notices');
  for (const { section, what, check, edit } of TAMPERINGS) {
    const altered: Mutable<Receipt> = structuredClone(receipt);
    edit(altered);
    const { exitCode, failed } = await verifier.verify(altered, previous);
    narrator.expect(
      `${section}: ${what}: check ${check} fails (failing: ${failed.join(', ')})`,
      [exitCode, failed.includes(check)],
      [1, true],
    );
  }
}

/** The operator's own assembly service could sign an altered receipt again: the other signatures still expose it. */
async function insider(
  stage: Stage,
  narrator: Narrator,
  verifier: Verifier,
  receipt: Receipt,
  previous: Receipt | null,
): Promise<void> {
  narrator.chapter('An insider: altered, then signed again with the assembly service’s own key');
  const signer = await openServiceKey({
    dir: join(stage.folder, 'keys'),
    kid: 'service_assembly',
    alg: 'ed25519',
    role: 'service_assembly',
    clock: Date.now,
  });
  for (const { section, what, check, edit } of TAMPERINGS) {
    // What is not under the service's signature, or is that signature itself, was shown above.
    if (check === 1 || section === 'head' || what.includes('the service') || what.includes('the log'))
      continue;
    const altered: Mutable<Receipt> = structuredClone(receipt);
    edit(altered);
    altered.receipt_body_hash = receiptBodyHash(nodeCrypto, altered);
    const { disclosures = [] } = altered.signatures.service ?? {};
    altered.signatures.service = { ...signHash(signer, altered.receipt_body_hash), disclosures };
    const { exitCode, failed } = await verifier.verify(altered, previous);
    narrator.expect(
      `${section}: ${what}: still caught (failing: ${failed.join(', ')})`,
      [exitCode, failed.includes(8), check === 2 || failed.includes(check)],
      [1, true, true],
    );
  }
  narrator.say('Check 8 fails in all of them: the log holds the receipt as it was first written.');
}
