import type { Failure } from '@common/base/result';
import { namesTenants } from '@platform/core/objects/key-entry';
import { printable } from '@platform/core/verify/report-html';
import { inGroups, sentence } from '@platform/words/short';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, fromTemplate, type PageElement, titlePage, within } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { kidOf, type NewKey, type RegisteredPasskey, spokenPart } from '../use-cases/passkey-enrolment.ts';
import type { EnrolData } from './enrol-data.ts';
import { cannotMake, makePasskey, type NewPasskey } from './new-passkey.ts';
import { signItself } from './root-passkey.ts';
import { fieldIn, step } from './steps.ts';

/** Runs in the browser of the device’s holder: makes a passkey, and hands it over to a principal. */

declare const location: { readonly origin: string };
declare const URL: new (text: string) => { readonly host: string };

const data = JSON.parse(byId('enrol-data').dataset.enrol ?? '') as EnrolData;
const PERSON = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const DEVICE = /^[A-Za-z0-9_-]{0,32}$/;
const TENANT = /^tn_[A-Za-z0-9_-]{1,61}$/;
/** What others are enrolled as here. Before the first use, which is below. */
const OFFERED = ['approver', 'clerk', 'principal', 'auditor', 'viewer'] as const;

const fault = location.origin === data.origin ? cannotMake() : elsewhere();
if (fault === null) begin();
else byId('enrolment').replaceChildren(fromTemplate('cannot-make', { why: fault }));

function elsewhere(): string {
  return `Passkeys of this console are made at ${data.origin}, and this page is at ${location.origin}: open it there.`;
}

interface EnrolmentChoice extends Pick<NewKey, 'role' | 'tenants'> {
  readonly person: string;
  readonly device: string;
  readonly hardware: boolean;
}

function begin(): void {
  byId('enrolment').replaceChildren(fromTemplate('steps'));
  const form = fromTemplate('whom-form');
  const person = fieldIn(form, 'person');
  const device = fieldIn(form, 'device');
  const tenants = data.root ? null : fieldIn(form, 'tenants');
  const chosenRole = () => OFFERED.find((role) => within(form, `#${role}`).checked) ?? 'approver';
  const roleOf = () => (data.root ? 'principal' : chosenRole());
  const name = within(form, '#kid');
  const make = within(form, '#make');
  const problem = within(form, '#make-problem');
  const say = () => {
    const chosen = [person.input.value.trim(), device.input.value.trim()] as const;
    name.textContent = PERSON.test(chosen[0]) ? nameWords(roleOf(), ...chosen) : '';
    if (tenants !== null) within(form, '#tenants-field').hidden = !namesTenants(roleOf());
  };
  form.addEventListener('change', say);
  for (const { input } of [person, device]) input.addEventListener('input', say);
  make.addEventListener('click', () => {
    problem.textContent = '';
    const [who, what] = [person.input.value.trim(), device.input.value.trim()];
    if (!DEVICE.test(what)) device.say('Letters, digits, _ and - only, at most 32.');
    if (!PERSON.test(who))
      person.say(who === '' ? 'Say whose it is.' : (within(form, '#person-hint').textContent ?? ''));
    const named = !data.root && namesTenants(roleOf()) ? tenantsIn(tenants?.input.value ?? '') : null;
    if (named?.length === 0) tenants?.say('Name each tenant by its id, such as tn_local.');
    if (!DEVICE.test(what) || !PERSON.test(who) || named?.length === 0) return;
    make.setAttribute('aria-disabled', 'true');
    const hardware = within(form, '#hardware').checked;
    void makeFor({ person: who, device: what, role: roleOf(), tenants: named, hardware }, (error) => {
      make.removeAttribute('aria-disabled');
      const isName = error.code === 'kid_taken' || error.code === 'kid_waiting';
      if (isName) device.say(error.message);
      else problem.textContent = `Nothing was enrolled. ${sentence(error.message)}`;
      if (!isName) make.focus();
    });
  });
  if (data.first !== undefined && tenants !== null) {
    within(form, `#${data.first.role}`).checked = true;
    tenants.input.value = data.first.tenant;
    say();
  }
  step('whom')('now', form);
}

/** The tenants in a text; none if one of them is not an id. */
function tenantsIn(text: string): readonly string[] {
  const named = [...new Set(text.split(/[\s,]+/).filter((one) => one !== ''))];
  return named.every((one) => TENANT.test(one)) ? named : [];
}

function nameWords(role: NewKey['role'], person: string, device: string): string {
  const kid = kidOf(role, person, device);
  const own = Object.values(data.keys).filter((key) => key.person === person && key.role === role);
  const [first] = own;
  if (own.some((other) => other.kid === kid)) return `${kid} is enrolled already: name the device otherwise.`;
  return first === undefined
    ? `Its name will be ${kid}. ${person} has no key here yet.`
    : `Its name will be ${kid}. ${person} has ${own.map((key) => key.kid).join(', ')}, and stays one person: two devices count once.`;
}

async function makeFor(chosen: EnrolmentChoice, refuse: (error: Failure) => void): Promise<void> {
  const { person, device, role, tenants, hardware } = chosen;
  const options = await sendToConsole(
    '/keys/enrol/options',
    { person, device, hardware, role, root: data.root, ...(tenants === null ? {} : { tenants }) },
    'Your device was not asked.',
  );
  if (!options.ok) return refuse(options.error);
  const made = await makePasskey(options.value);
  if (!made.ok) return refuse(made.error);
  const kid = kidOf(role, person, device);
  step('whom')('done', fromTemplate('whom-done', { person, kid, hardware, signature: !hardware }));
  step('asked')('done', fromTemplate('asked-done'));
  const rows = answerRows(made.value);
  if (hardware && made.value.isSynced) return refuseSynced(chosen, rows);
  const sent = await sendToConsole(
    '/keys/enrol/registration',
    { response: made.value.response },
    'Not taken.',
  );
  if (!sent.ok) {
    step('answered')('refused', rows, refused('Not enrolled. Nothing was signed.', sent.error.message));
    return;
  }
  const registered = sent.value as RegisteredPasskey;
  if (registered.facts.fingerprint !== made.value.fingerprint || registered.kid !== kid) {
    titlePage('Do not go on');
    step('answered')('refused', rows, fromTemplate('stop-other-key'));
    return;
  }
  step('answered')('done', rows);
  if (data.root) return signItself(data, registered, step('after'));
  handOver(registered);
}

function answerRows({ isPresent, isVerified, isSynced, isBackedUp }: NewPasskey): PageElement {
  const yes = (is: boolean) => (is ? 'yes' : 'no');
  const copied = isBackedUp ? 'yes, and it is backed up now' : 'yes';
  const isGood = isPresent && isVerified;
  return fromTemplate('answer-rows', {
    site: new URL(data.origin).host,
    'verified-mark': mark(isGood ? 'holds' : 'bar'),
    verified: `${yes(isPresent)}, ${yes(isVerified)}`,
    'copied-mark': mark(isSynced ? 'bar' : 'holds'),
    copied: isSynced ? copied : 'no',
  });
}

/** Shows why the enrolment stopped, with a button to begin again. */
function refused(title: string, why: string): PageElement {
  const box = fromTemplate('stop-refused', { title, why: printable(why) });
  within(box, '#again').addEventListener('click', () => {
    begin();
    byId('person').focus();
  });
  return box;
}

/**
 * Refuses a synced passkey before anything of it is sent; a route that asks for hardware would refuse it
 * later.
 */
function refuseSynced(chosen: EnrolmentChoice, rows: PageElement): void {
  const box = fromTemplate('stop-synced');
  within(box, '#other-device').addEventListener('click', () => retry(chosen));
  within(box, '#as-signature').addEventListener('click', () => retry({ ...chosen, hardware: false }));
  step('answered')('refused', rows, box);
  box.focus();
}

function retry(chosen: EnrolmentChoice): void {
  step('answered')('now', fromTemplate('asked-again'));
  void makeFor(chosen, (error) => {
    step('answered')('refused', refused('Nothing was enrolled.', sentence(error.message)));
    byId('by-rule').focus();
  });
}

function handOver({ id, kid, facts }: RegisteredPasskey): void {
  const spoken = inGroups(spokenPart(facts), 4);
  const fingerprint = inGroups(facts.fingerprint, 4);
  const words = fromTemplate('handed-over', { spoken, fingerprint, kid });
  within(words, '#to-sign').setAttribute('href', `/keys/enrol/${id}`);
  step('after')('now', words);
  words.focus();
}
