import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { type Enrolment, KeyEntry } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { enrolmentOf } from '@platform/core/signed/key-history';
import { reachFault } from '@platform/core/signed/key-reach';
import { isRoot } from '@platform/core/signed/key-registry';
import { printable } from '@platform/core/verify/report-html';
import { sentence } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import { Check } from 'typebox/value';
import { askConsole, sendToConsole } from '../browser/ask-console.ts';
import { byId, fromTemplate, type PageElement, titlePage, within } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import {
  asksWhetherSeen,
  enrolmentOfPasskey,
  isSpokenPart,
  passkeyGround,
  type RegisteredPasskey,
  ROLE_WORDS,
  roleWords,
} from '../use-cases/passkey-enrolment.ts';
import type { SignData } from './enrol-data.ts';
import { deploymentRow, oneDeployment } from './one-deployment.ts';
import { fieldIn, step } from './steps.ts';

/** Runs in a principal’s browser: shows what is known of a passkey, and has the principal sign for it. */

const data = JSON.parse(byId('sign-data').dataset.sign ?? '') as SignData;
const { registered } = data;
const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
const { kid, person, role, facts } = registered;
const roots = Object.values(keys).filter((key) => isRoot(key) && key.compromised_at === null);
const whose = oneDeployment({ keys, shown: data.keys });
/**
 * Says why a root may not enrol this key. The authority would refuse it too, but only after somebody had
 * signed.
 */
const beyond = (root: KeyEntry) => reachFault(root, enrolment());
/**
 * INVARIANT: the name in the signing root’s own entry; never the authority’s word alone if this reader trusts
 * other keys.
 */
const deployment = roots[0]?.deployment ?? '';

const asksSeen = asksWhetherSeen(registered);
byId('signing').replaceChildren(fromTemplate('steps'));
const ground = fromTemplate('ground', { seen: asksSeen, person });
const isSeen = () => asksSeen && within(ground, '#seen').checked;
/** INVARIANT: the signed object is made here, from what the page shows. */
const enrolment = (): Enrolment =>
  enrolmentOfPasskey(registered, { deployment, seen: isSeen(), notBefore: data.now });

showSteps();
if (whose.ok) step('signs')('now', noRoot() ?? signing());
else step('signs')('refused', fromTemplate('no-deployment', { why: whose.error.message }));

function showSteps(): void {
  const others = Object.values(data.keys).filter((key) => key.person === person && key.role === role);
  const whom = fromTemplate('whom-done', {
    person,
    kid,
    role: roleWords(registered),
    power: ROLE_WORDS[role].power,
    deployment: whose.ok && deploymentRow(whose.value, areTrusted),
    others:
      others.length === 0
        ? `${person} has no key here yet.`
        : `${person} has ${others.map((key) => key.kid).join(', ')} already, and stays one person: where two people must approve, two devices count once.`,
  });
  const { rp_id: site, origins, attestation, backup_eligible: mayBeCopied } = facts.webauthn;
  const isPinned = attestation.root !== null;
  const found = isPinned ? 'its certificate leads to a pinned root' : 'no maker that was pinned';
  const answers = fromTemplate('answer-rows', {
    made: dayAndTime(registered.registeredAt),
    site,
    origins: origins.join(' and '),
    ...{
      'copied-mark': mark(mayBeCopied ? 'bar' : 'holds'),
      copied: mayBeCopied ? 'yes: it is synced' : 'no',
    },
    'attestation-mark': mark(isPinned ? 'holds' : 'open'),
    attestation: `${attestation.format}: ${found}`,
  });
  step('whom')('done', whom);
  step('asked')('done', fromTemplate('asked-done'));
  step('answered')('done', answers);
  step('ground')(asksSeen ? 'now' : 'done', ground);
  showGround();
  ground.addEventListener('change', showGround);
}

function showGround(): void {
  byId('ground-words').replaceChildren(groundWords());
}

function groundWords(): PageElement {
  return fromTemplate(`ground-${passkeyGround(registered, isSeen())}`);
}

/** Replaces the form if no root may enrol this key, because each is limited to some tenants. */
function noRoot(): PageElement | null {
  const faults = roots.flatMap((root) => beyond(root) ?? []);
  if (roots.length === 0 || faults.length < roots.length) return null;
  const why = faults.map((fault) => fromTemplate('no-root-why', { why: printable(sentence(fault)) }));
  return fromTemplate('nobody-signs', { faults: why });
}

function signing(): PageElement {
  const form = fromTemplate('heard-form', { person, ways: true });
  const field = fieldIn(form, 'heard');
  const isRight = () => isSpokenPart(field.input.value, facts);
  const choice = signingChoice({
    id: 'enrol',
    deed: `Enrol ${kid} as ${roleWords(registered)}`,
    type: 'sanad/enrolment/1',
    keys: { ...data.keys, ...keys },
    asked: roots,
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
  const showExact = () => {
    const exact = () => fromTemplate('exact-text', { exact: canonicalText(enrolment()) });
    within(form, '#exact').replaceChildren(...(isRight() ? [exact()] : []));
  };
  field.input.addEventListener('input', () => {
    choice.refresh();
    showExact();
  });
  ground.addEventListener('change', showExact);
  within(form, '[data-slot=ways]').append(choice.element);
  return form;
}

/**
 * Asks for the passkey once more, and returns the enrolment’s hash if it is still the one that the principal
 * read.
 */
async function stillWaiting(): Promise<Result<string>> {
  const now = await askConsole(`/keys/enrol/${registered.id}/registered.json`);
  if (!now.ok) return now;
  if (canonicalText(now.value as RegisteredPasskey) === canonicalText(registered))
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

/** INVARIANT: it says "enrolled" only if the authority’s answer is this very key. */
function tell(done: Result<void>): Result<void> {
  if (!done.ok) return done;
  const heading = `${kid} is enrolled`;
  titlePage(heading);
  within(byId('content'), 'h1').textContent = heading;
  byId('story').textContent = `It counts for ${person} from now on.`;
  byId('whom-others').remove();
  const reached = groundWords();
  const name = within(reached, 'strong').textContent ?? '';
  const words = printable(`${kid} is enrolled for ${person}, as ${roleWords(registered)}. ${name}`);
  step('ground')('done', reached);
  const tenant = role === 'principal' ? registered.tenants?.[0] : undefined;
  const told = fromTemplate('enrolled-now', { words, company: tenant !== undefined });
  if (tenant !== undefined) within(told, '#to-company').setAttribute('href', `/companies/${tenant}`);
  step('signs')('done', told);
  byId('enrolled').focus();
  return done;
}
