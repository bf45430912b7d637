import { fail, ok, type Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { type Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { Signature } from '@platform/core/objects/signature';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { printable } from '@platform/core/verify/report-html';
import { amountDifference } from '@platform/words/typed-difference';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import type { PageElement } from '../browser/dom.ts';
import { tellDone } from '../signing/done.ts';
import { typedPanel } from '../signing/typed-panel.ts';
import { checkMandateRecord } from '../use-cases/mandates.ts';
import { signersFor } from './mandate-offer.ts';
import type { MandateSigning } from './signing-data.ts';
import { isTypedSum, typedSum } from './typed-sum.ts';

interface SigningMandate {
  readonly data: MandateSigning;
  readonly keys: KeySet;
  readonly mandate: Mandate;
  readonly hash: string;
  /** Reads the page once more, and returns the hash of its text; or says why nothing must be signed. */
  readonly again: () => Result<string>;
}

/** The form that signs a mandate and registers it. */
export function mandatePanel(given: SigningMandate): PageElement {
  const { data, keys, mandate, hash, again } = given;
  const sum = typedSum(mandate, data.manifest);
  const known = { ...data.keys, ...keys };
  const { principal, tenant } = mandate;
  const allows = (entry: KeyEntry): Result<unknown> =>
    entry.role === 'principal'
      ? checkMandateSigner(entry, mandate)
      : fail('role_not_allowed', `${entry.kid} is no principal’s key`);
  return typedPanel({
    slots: { agent: printable(mandate.agent), question: sum.question },
    unit: sum.unit,
    isRight: (typed) => isTypedSum(typed, sum),
    differs: (typed) => amountDifference(typed, sum.value, sum.unit),
    signing: {
      id: 'mandate',
      deed: `Let it act: ${sum.words}`,
      type: 'sanad/mandate/1',
      keys: known,
      allows,
      asked: signersFor(known, principal, tenant, data.now),
      hash: async () => {
        const now = again();
        return now.ok && now.value !== hash ? fail('changed', 'The text on this page has changed') : now;
      },
      send: (signature) => register(given, signature),
    },
  });
}

async function register(given: SigningMandate, signature: Signature): Promise<Result<unknown>> {
  const { mandate } = given;
  const taken = await registerMandate(given, signature);
  if (!taken.ok) return taken;
  tellDone({
    heading: `${printable(mandate.agent)} may act`,
    crumb: 'signed, and in force',
    words: `In force: signed by ${signature.kid}, registered by the authority.`,
    href: `/mandates/${mandate.contract_id}`,
  });
  return ok(undefined);
}

/** Sends a signed mandate to the authority, and says why it is not in force if it is not. */
export async function registerMandate(
  { keys, mandate, hash }: Pick<SigningMandate, 'keys' | 'mandate' | 'hash'>,
  signature: Signature,
): Promise<Result<unknown>> {
  const body = { contract: mandate, contract_hash: hash, signature };
  const sent = await sendToConsole('/mandates/register', body, 'Not registered.');
  if (!sent.ok) return sent;
  const id = mandate.contract_id;
  const record = Check(MandateRecord, sent.value) ? sent.value : null;
  const checked = record === null ? null : checkMandateRecord(webCrypto, keys, record, id);
  // INVARIANT: the page says “in force” only if the authority’s answer shows this text, signed by its
  // principal’s key.
  const isTaken = checked?.ok === true && record?.contract_hash === hash && record.status === 'active';
  return isTaken
    ? ok(undefined)
    : fail('not_shown', 'The authority does not show it in force. Look at /mandates to see.');
}
