import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@platform/core/crypto/canonical';
import { hashOf } from '@platform/core/crypto/hash';
import { webCrypto } from '@platform/core/crypto/web';
import { type Enrolment, KeyEntry } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { enrolmentOf } from '@platform/core/signed/key-history';
import { reachFault } from '@platform/core/signed/key-reach';
import { isRoot } from '@platform/core/signed/key-registry';
import { printable } from '@platform/core/verify/report-html';
import { dayAndTime } from '@platform/words/when';
import { Check } from 'typebox/value';
import { askConsole, sendToConsole } from '../browser/ask-console.ts';
import { byId, el, type PageElement, titlePage } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import {
  enrolmentOfPasskey,
  isAttested,
  isSpokenPart,
  isSynced,
  type Registered,
  ROLE_WORDS,
} from '../use-cases/passkey-enrolment.ts';
import type { SignData } from './enrol-data.ts';
import { deploymentRow, oneDeployment } from './one-deployment.ts';
import { answerRow, choiceOf, fieldOf, step } from './steps.ts';

/** Runs in a principal's browser: says what is known of a passkey, and has them sign for it. */

const data = JSON.parse(byId('sign-data').dataset.sign ?? '') as SignData;
const { registered } = data;
const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
const { kid, person, role, facts, wantsHardware } = registered;
const roots = Object.values(keys).filter((key) => isRoot(key) && key.compromised_at === null);
const whose = oneDeployment({ keys, shown: data.keys });
/** Why a root may not say this of the key: the authority would refuse it, after somebody had signed. */
const beyond = (root: KeyEntry) => reachFault(root, enrolment());
/** INVARIANT: as the signing root’s own entry says it, never the authority alone if this reader trusts other keys. */
const deployment = roots[0]?.deployment ?? '';

const whom = step('For whom, and for what', '');
const asked = step('What was asked of the device', '');
const answered = step('What it answered', '');
const ground = step('On what grounds it counts', '');
const signs = step('A principal signs', '');
byId('signing').replaceChildren(
  el('ol', { class: 'steps' }, ...[whom, asked, answered, ground, signs].map(({ element }) => element)),
);

const asksSeen = wantsHardware && !isAttested(registered) && !isSynced(registered);
const saw = choiceOf(
  'seen',
  `I have seen this device in the hand of ${person}, and that it asks for PIN, finger or face.`,
  {
    type: 'checkbox',
  },
);
const groundPlace = el('div', { id: 'ground-words', role: 'status' });
const isSeen = () => asksSeen && saw.input.checked;
/** INVARIANT: what is signed is made here, from what the page shows. */
const enrolment = (): Enrolment =>
  enrolmentOfPasskey(registered, { deployment, seen: isSeen(), notBefore: data.now });

showSteps();
if (whose.ok) signs.set('now', noRoot() ?? signing().element);
else signs.set('refused', el('p', { id: 'not-here', role: 'alert' }, mark('bar'), ' ', whose.error.message));

function showSteps(): void {
  const others = Object.values(data.keys).filter((key) => key.person === person && key.role === role);
  whom.set(
    'done',
    el('p', {}, 'A device for ', el('strong', {}, person), ': ', el('bdi', { class: 'id' }, kid), '.'),
    el('p', {}, 'To be ', el('strong', {}, ROLE_WORDS[role].name), `. ${ROLE_WORDS[role].power}`),
    whose.ok && deploymentRow(whose.value, areTrusted),
    el(
      'p',
      { class: 'note' },
      others.length === 0
        ? `${person} has no key here yet.`
        : `${person} has ${others.map((key) => key.kid).join(', ')} already, and stays one person: where two people must approve, two devices count once.`,
    ),
  );
  asked.set('done', el('p', {}, 'To verify who holds it by PIN, finger or face, and to say who made it.'));
  const { rp_id: rpId, origins, attestation, backup_eligible: mayBeCopied } = facts.webauthn;
  answered.set(
    'done',
    el(
      'dl',
      { class: 'answers' },
      answerRow('Made', dayAndTime(registered.registeredAt), 'holds'),
      answerRow('Site', `${rpId}, to sign at ${origins.join(' and ')} only`, 'holds'),
      answerRow('Person verified', 'yes, as this console checked', 'holds'),
      answerRow('May be copied', mayBeCopied ? 'yes: it is synced' : 'no', mayBeCopied ? 'bar' : 'holds'),
      answerRow(
        'Attestation',
        attestation.root === null
          ? `${attestation.format}: no maker that was pinned`
          : `${attestation.format}: its certificate leads to a pinned root`,
        attestation.root === null ? 'open' : 'holds',
      ),
    ),
  );
  if (asksSeen) ground.set('now', saw.element, groundPlace);
  else ground.set('done', groundPlace);
  showGround();
  saw.input.addEventListener('change', showGround);
}

function showGround(): void {
  const [name, why] = groundWords();
  const words = el('p', {}, el('strong', {}, name), ` ${why}`);
  groundPlace.replaceChildren(words);
}

function groundWords(): readonly [string, string] {
  if (isAttested(registered))
    return ['In hardware, attested: 4 of 4.', 'Its maker’s certificate says so. You need not have seen it.'];
  if (isSynced(registered))
    return [
      'Synced: a signature, 3 of 4, never more.',
      'It can sign from any device that its account reaches. A route that asks for hardware refuses it.',
    ];
  if (isSeen())
    return [
      'In hardware, seen: 4 of 4.',
      'On your word alone, which stands in every receipt: say it only of a device that you saw.',
    ];
  return [
    'A signature: 3 of 4.',
    'Nobody vouches for the device. A route that asks for hardware refuses it.',
  ];
}

/** In place of the form, where every root is bounded to tenants. */
function noRoot(): PageElement | null {
  const faults = roots.flatMap((root) => beyond(root) ?? []);
  if (roots.length === 0 || faults.length < roots.length) return null;
  const said = faults.map((fault) => el('p', {}, mark('bar'), ' ', printable(`${fault}.`)));
  return el('div', { id: 'no-root', role: 'alert' }, ...said);
}

function signing(): { readonly element: PageElement } {
  const field = fieldOf(
    'heard',
    `Ask ${person} by voice: which sixteen characters end the fingerprint on their screen?`,
    'In four groups of four. Not shown here, so that nobody slips in a key of their own.',
    { maxlength: '40' },
  );
  const exact = el('div', { id: 'exact' });
  const isRight = () => isSpokenPart(field.input.value, facts);
  const choice = signingChoice({
    ...{
      id: 'enrol',
      deed: `Enrol ${kid} as ${ROLE_WORDS[role].name}`,
      type: 'sanad/enrolment/1',
      isMain: true,
    },
    ...{ keys: { ...data.keys, ...keys }, asked: roots },
    allows: (entry) => {
      const root = roots.find((known) => known.kid === entry.kid);
      if (root === undefined)
        return fail('not_root', `${entry.kid} enrols nobody: a root of trust must sign.`);
      const fault = beyond(root);
      return fault === null ? ok(undefined) : fail('signer_bounded', `${fault}.`);
    },
    isReady: isRight,
    sayMissing: () =>
      field.say(
        field.input.value.trim() === ''
          ? 'Ask first, and type what you hear.'
          : `This is not how the fingerprint ends. Ask again; if ${person} says the same, do not sign: it is another key.`,
      ),
    hash: stillWaiting,
    send: async (signature) => tell(await sent(signature)),
  });
  field.input.addEventListener('input', () => {
    choice.refresh();
    exact.replaceChildren(...(isRight() ? [exactText()] : []));
  });
  saw.input.addEventListener('change', () => exact.replaceChildren(...(isRight() ? [exactText()] : [])));
  const panel = el('div', { class: 'step-panel' }, field.element, choice.element, exact);
  return { element: panel };
}

function exactText(): PageElement {
  const text = canonicalText(enrolment());
  return el(
    'details',
    {},
    el('summary', {}, 'The whole text to be signed'),
    el('p', { class: 'id exact' }, text),
  );
}

/** Asks once more: what the principal read, if it still waits. */
async function stillWaiting(): Promise<Result<string>> {
  const now = await askConsole(`/keys/enrol/${registered.id}/registered.json`);
  if (!now.ok) return now;
  if (canonicalText(now.value as Registered) === canonicalText(registered))
    return ok(hashOf(webCrypto, enrolment()));
  return fail('changed', 'This is not the passkey that you read of. Do not sign; load this page again');
}

async function sent(signature: Signature): Promise<Result<void>> {
  const object = enrolment();
  const body = { enrolment: object, enrolment_hash: hashOf(webCrypto, object), signature };
  const answer = await sendToConsole(`/keys/enrol/${registered.id}/sign`, body, 'Not enrolled.');
  if (!answer.ok) return answer;
  const shown = answer.value;
  const isShown = Check(KeyEntry, shown) && canonicalText(enrolmentOf(shown)) === canonicalText(object);
  return isShown ? ok(undefined) : fail('not_shown', `The authority does not show ${kid}. Look at Keys.`);
}

/** INVARIANT: "enrolled" only if the authority's answer is this very key. */
function tell(done: Result<void>): Result<void> {
  if (!done.ok) return done;
  const [name] = groundWords();
  const heading = `${kid} is enrolled`;
  titlePage(heading);
  for (const title of byId('content').querySelectorAll('h1')) title.textContent = heading;
  byId('story').replaceChildren(`It counts for ${person} from now on.`);
  const words = el(
    'div',
    { id: 'enrolled', tabindex: '-1' },
    el(
      'p',
      {},
      mark('holds'),
      ' ',
      el('strong', {}, printable(`${kid} is enrolled for ${person}, as ${ROLE_WORDS[role].name}. ${name}`)),
    ),
    el('p', {}, el('a', { class: 'button', href: '/keys' }, 'All keys')),
  );
  ground.set('done', groundPlace);
  signs.set('done', words);
  words.focus();
  return done;
}
