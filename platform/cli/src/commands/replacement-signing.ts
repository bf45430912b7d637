import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { writeWhole } from '@platform/console/adapters/local-deployment';
import { assertedSigner, assertionOptions } from '@platform/console/use-cases/passkey-approval';
import { Enrolment, type KeyEntry } from '@platform/core/objects/key-entry';
import { closed } from '@platform/core/objects/primitives';
import { type Signer, signHash, verifySignature } from '@platform/core/signed/signed';
import type { Static } from 'typebox';
import { type Place, printJson } from '../context.ts';
import type { SigningOptions } from '../principal-signing.ts';
import { readJsonFile } from '../read-json.ts';

/**
 * The two enrolments that a principal signs when one key replaces another: the new one, and the old one with
 * its end.
 */
export const Replacement = closed({ fresh: Enrolment, ended: Enrolment });
export type Replacement = Static<typeof Replacement>;

export interface ReplacementSigners {
  readonly fresh: Signer;
  readonly ended: Signer;
}

interface PasskeySigningRequest {
  readonly passkey: KeyEntry;
  readonly replacement: Replacement;
  readonly words: string;
  readonly options: SigningOptions;
}

/**
 * Both signers of a principal’s passkey; null if it must be asked first, in which case both of its requests
 * are printed. INVARIANT: answers for other objects are refused here, before anything is written.
 */
export async function signersByPasskey(
  place: Place,
  { passkey, replacement, words, options }: PasskeySigningRequest,
): Promise<Result<ReplacementSigners | null, string>> {
  const { context, crypto } = place;
  const { kid } = passkey;
  const keys = { [kid]: passkey };
  const hashes = [replacement.fresh, replacement.ended].map((object) => hashOf(crypto, object));
  if (options.assertion === undefined) {
    const questions: unknown[] = [];
    for (const hash of hashes) {
      const asked = assertionOptions(keys, kid, hash);
      if (!asked.ok) return asked;
      questions.push(asked.value);
    }
    if (options.request !== undefined)
      await writeWhole(options.request, `${JSON.stringify(replacement, null, 2)}\n`);
    context.err(
      `${words}\nNothing was signed yet. Two things are: the new key, and the old one with its end. If you agree, give each of these to navigator.credentials.get, and keep both answers in one file, as a JSON array in this order:\n`,
    );
    printJson(context, questions);
    return ok(null);
  }
  const given = await readJsonFile(options.assertion);
  if (!given.ok) return given;
  const answers: readonly unknown[] = Array.isArray(given.value) ? given.value : [];
  if (answers.length !== hashes.length) {
    return fail(
      'assertion_malformed',
      `${options.assertion} is not a JSON array of two answers: first for the new key, then for the end of the old one.`,
    );
  }
  const signers: Signer[] = [];
  for (const [index, hash] of hashes.entries()) {
    const signer = assertedSigner(keys, kid, answers[index]);
    if (!signer.ok) return signer;
    const { retired: _, ...key } = passkey;
    const signature = signHash(signer.value, hash);
    const good = verifySignature(crypto, {
      hash,
      signature,
      key,
      type: 'sanad/enrolment/1',
      at: place.now(),
    });
    if (!good.ok) {
      const which = index === 0 ? 'first' : 'second';
      return fail(good.error.code, `The passkey’s ${which} answer does not hold: ${good.error.message}.`);
    }
    signers.push(signer.value);
  }
  const [fresh, ended] = signers;
  if (fresh === undefined || ended === undefined) throw new Error('two answers gave fewer signers');
  return ok({ fresh, ended });
}
