import type { Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import type { Enrolment, KeyEntry, SignedEnrolment } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { enrolledEntry } from '@platform/core/signed/key-history';
import { printable } from '@platform/core/verify/report-html';
import { inGroups, sentence } from '@platform/words/short';
import { fromTemplate, within } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { checkedHere } from '../signing/checked-here.ts';
import { signWithPasskey } from '../signing/passkey.ts';
import {
  asksWhetherSeen,
  enrolmentOfPasskey,
  passkeyGround,
  type RegisteredPasskey,
} from '../use-cases/passkey-enrolment.ts';
import type { EnrolData } from './enrol-data.ts';
import { deploymentRow, oneDeployment } from './one-deployment.ts';
import type { Step } from './steps.ts';

declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string };

/**
 * Has a root’s passkey sign its own enrolment. INVARIANT: nothing is sent: the person who runs the deployment
 * puts a root into the keys folder, never over the network.
 */
export function signItself(data: EnrolData, made: RegisteredPasskey, place: Step): void {
  const registered = withoutAttestation(made);
  const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
  const whose = oneDeployment({ keys, shown: data.keys });
  if (!whose.ok) {
    place('refused', fromTemplate('no-deployment', { why: whose.error.message }));
    return;
  }
  const deployment = whose.value;
  const asksSeen = asksWhetherSeen(registered);
  const form = fromTemplate('root-sign', {
    'asks-seen': asksSeen,
    kid: registered.kid,
    deployment: deploymentRow(deployment, areTrusted),
  });
  const sign = within(form, '#sign-itself');
  const problem = within(form, '#sign-problem');
  const isSeen = () => asksSeen && within(form, '#seen').checked;
  const showGround = () => {
    const ground = passkeyGround(registered, isSeen());
    within(form, '#ground-words').replaceChildren(fromTemplate(`ground-${ground}`));
  };
  form.addEventListener('change', showGround);
  showGround();
  sign.addEventListener('click', () => {
    problem.textContent = '';
    const notBefore = registered.registeredAt;
    const facts = { deployment, seen: isSeen(), notBefore };
    const enrolment = enrolmentOfPasskey(registered, facts);
    void signed(enrolment).then((made) => {
      if (made.ok) return offer(made.value, place);
      problem.textContent = `Nothing was signed. ${sentence(printable(made.error.message))}`;
      sign.focus();
    });
  });
  place('now', form);
  sign.focus();
}

/** Only this console checked the attestation. Who puts the root in cannot, so its holder vouches for the device. */
function withoutAttestation({ facts, ...registered }: RegisteredPasskey): RegisteredPasskey {
  const { webauthn } = facts;
  const attestation = { ...webauthn.attestation, root: null };
  return { ...registered, facts: { ...facts, webauthn: { ...webauthn, attestation } } };
}

async function signed(enrolment: Enrolment): Promise<Result<SignedEnrolment>> {
  const hash = hashOf(webCrypto, enrolment);
  const { type: _, ...facts } = enrolment;
  const entry: KeyEntry = { ...facts, compromised_at: null, enrolment: null };
  const made: Result<Signature> = await signWithPasskey(hash, entry);
  if (!made.ok) return made;
  const good = checkedHere({ hash, signature: made.value, entry, type: 'sanad/enrolment/1' });
  return good.ok
    ? { ok: true, value: { enrolment, enrolment_hash: hash, signature: made.value } }
    : { ok: false, error: good.error };
}

function offer(root: SignedEnrolment, place: Step): void {
  const { kid, fingerprint } = enrolledEntry(root);
  const text = `${JSON.stringify(root, null, 2)}\n`;
  const file = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const words = fromTemplate('root-done', {
    kid,
    file: `${kid}.json`,
    fingerprint: inGroups(fingerprint, 4),
  });
  const link = within(words, '#root-file');
  link.setAttribute('href', file);
  link.setAttribute('download', `${kid}.json`);
  place('done', words);
  words.focus();
}
