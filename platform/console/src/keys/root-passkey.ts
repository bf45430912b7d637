import type { Result } from '@common/base/result';
import { hashOf } from '@platform/core/crypto/hash';
import { webCrypto } from '@platform/core/crypto/web';
import type { Enrolment, KeyEntry, SignedEnrolment } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { enrolledEntry } from '@platform/core/signed/key-history';
import { printable } from '@platform/core/verify/report-html';
import { el, type PageElement } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { checkedHere } from '../signing/checked-here.ts';
import { signWithPasskey } from '../signing/passkey.ts';
import { enrolmentOfPasskey, isAttested, isSynced, type Registered } from '../use-cases/passkey-enrolment.ts';
import type { EnrolData } from './enrol-data.ts';
import { fingerprintGroups } from './new-passkey.ts';
import { deploymentRow, oneDeployment } from './one-deployment.ts';
import { button, choiceOf, type Step } from './steps.ts';

declare const Blob: new (parts: readonly string[], options: { readonly type: string }) => object;
declare const URL: { createObjectURL(blob: object): string };

/**
 * A root's passkey signs what is said of itself. INVARIANT: nothing of it is sent: a root is put into the keys folder by
 * whoever runs the deployment, never over the network.
 */
export function signItself(data: EnrolData, registered: Registered, place: Step): void {
  const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
  const whose = oneDeployment({ keys, shown: data.keys });
  if (!whose.ok) {
    place.set('refused', el('p', { id: 'not-here', role: 'alert' }, mark('bar'), ' ', whose.error.message));
    return;
  }
  const deployment = whose.value;
  const seen = choiceOf('seen', 'I hold this device, and it asks for my PIN, finger or face.', {
    type: 'checkbox',
  });
  const asksSeen = !isSynced(registered) && !isAttested(registered) && registered.wantsHardware;
  const sign = button('sign-itself', `Sign the enrolment of ${registered.kid} with it`, true);
  const problem = el('p', { id: 'sign-problem', class: 'field-error', role: 'alert' });
  sign.addEventListener('click', () => {
    problem.textContent = '';
    const notBefore = registered.registeredAt;
    const facts = { deployment, seen: asksSeen && seen.input.checked, notBefore };
    const enrolment = enrolmentOfPasskey(registered, facts);
    void signed(enrolment).then((made) => {
      if (made.ok) return offer(made.value, place);
      problem.textContent = `Nothing was signed. ${printable(made.error.message).replace(/\.$/, '')}.`;
      sign.focus();
    });
  });
  const note = el('p', { class: 'note' }, 'Unticked, it counts as a signature, 3 of 4.');
  const row = deploymentRow(deployment, areTrusted);
  place.set('now', row, ...(asksSeen ? [seen.element, note] : []), sign, problem);
  sign.focus();
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
  const link: PageElement = el(
    'a',
    { class: 'button', id: 'root-file', href: file, download: `${kid}.json` },
    `Save ${kid}.json`,
  );
  const words = el(
    'div',
    { id: 'handed', tabindex: '-1' },
    el(
      'p',
      {},
      mark('holds'),
      ' ',
      el('strong', {}, `${kid} has signed its own enrolment. Nothing was sent.`),
    ),
    el('p', {}, link),
    el('p', {}, 'Give it to whoever runs this deployment, who puts it into the keys folder:'),
    el('pre', {}, `npx sanad keys add-root ${kid}.json`),
    el('p', {}, 'The command shows this fingerprint. Compare it with them by voice:'),
    el('p', { class: 'hash' }, fingerprintGroups(fingerprint)),
  );
  place.set('done', words);
  words.focus();
}
