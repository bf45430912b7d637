import type { Failure } from '@common/base/result';
import { printable } from '@platform/core/verify/report-html';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, el, type PageElement, titlePage } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { kidOf, type Registered, spokenPart } from '../use-cases/passkey-enrolment.ts';
import type { EnrolData } from './enrol-data.ts';
import { cannotMake, fingerprintGroups, makePasskey, type NewPasskey } from './new-passkey.ts';
import { signItself } from './root-passkey.ts';
import { answerRow, button, choiceOf, fieldOf, step } from './steps.ts';

/** Runs in the browser of whoever holds the device: makes a passkey, and hands it over to a principal. */

declare const location: { readonly origin: string };
declare const URL: new (text: string) => { readonly host: string };

const data = JSON.parse(byId('enrol-data').dataset.enrol ?? '') as EnrolData;
const ROLE = data.root ? 'principal' : 'approver';
const PERSON = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const DEVICE = /^[A-Za-z0-9_-]{0,32}$/;
const LETTERS = 'Letters, digits, _ and - only. A dot would begin the name of the device.';

const whom = step('For whom, and for what', 'A person, a device, and what it should count as.');
const asked = step(
  'What we ask of the device',
  'To verify you by PIN, finger or face, and to say who made it.',
);
const answered = step('What it answered', 'Not asked yet. Its answer is read here before anything is sent.');
const after = data.root
  ? step('Sign your own enrolment', 'A root of trust enrols itself: the device is asked once more.')
  : step('A principal signs', 'On a page of its own. Nobody can enrol their own key.');

const fault = location.origin === data.origin ? cannotMake() : elsewhere();
if (fault === null) begin();
else byId('enrolment').replaceChildren(el('p', { class: 'stop' }, mark('bar'), ' ', fault));

function elsewhere(): string {
  return `Passkeys of this console are made at ${data.origin}, and this page is at ${location.origin}: open it there.`;
}

interface Chosen {
  readonly person: string;
  readonly device: string;
  readonly hardware: boolean;
}

function begin(): void {
  const steps = [whom, asked, answered, after].map(({ element }) => element);
  byId('enrolment').replaceChildren(el('ol', { class: 'steps' }, ...steps));
  const person = fieldOf('person', data.root ? 'Your name' : 'Whose device it is', LETTERS);
  const device = fieldOf(
    'device',
    'The device, in a word',
    'Such as phone or key. Leave it empty for a person’s first device.',
  );
  const name = el('p', { id: 'kid', class: 'note', role: 'status' });
  const say = () => {
    const chosen = [person.input.value.trim(), device.input.value.trim()] as const;
    name.textContent = PERSON.test(chosen[0]) ? nameWords(...chosen) : '';
  };
  for (const { input } of [person, device]) input.addEventListener('input', say);
  const hardware = choiceOf(
    'hardware',
    'In hardware: for routes that ask for it. A passkey that may be copied is refused.',
    {
      ...{ type: 'radio', name: 'counts', value: 'hardware' },
      checked: '',
    },
  );
  const signature = choiceOf('signature', 'A signature: also a passkey that is synced between devices.', {
    ...{ type: 'radio', name: 'counts', value: 'signature' },
  });
  const make = button('make', 'Make a passkey', true);
  make.addEventListener('click', () => {
    const [who, what] = [person.input.value.trim(), device.input.value.trim()];
    if (!DEVICE.test(what)) device.say('Letters, digits, _ and - only, at most 32.');
    if (!PERSON.test(who)) person.say(who === '' ? 'Say whose it is.' : LETTERS);
    if (!DEVICE.test(what) || !PERSON.test(who)) return;
    make.setAttribute('aria-disabled', 'true');
    void makeFor({ person: who, device: what, hardware: hardware.input.checked }, (error) => {
      make.removeAttribute('aria-disabled');
      const isName = error.code === 'kid_taken' || error.code === 'kid_waiting';
      if (isName) device.say(error.message);
      else problem.textContent = `Nothing was enrolled. ${error.message.replace(/\.$/, '')}.`;
      if (!isName) make.focus();
    });
  });
  make.addEventListener('click', () => {
    problem.textContent = '';
  });
  const problem = el('p', { id: 'make-problem', class: 'field-error', role: 'alert' });
  const choices = el(
    'fieldset',
    { class: 'step-field' },
    el('legend', {}, 'What it should count as'),
    hardware.element,
    signature.element,
  );
  whom.set('now', person.element, device.element, name, choices, make, problem);
}

function nameWords(person: string, device: string): string {
  const kid = kidOf(ROLE, person, device);
  const own = Object.values(data.keys).filter((key) => key.person === person && key.role === ROLE);
  const [first] = own;
  if (own.some((other) => other.kid === kid)) return `${kid} is enrolled already: name the device otherwise.`;
  return first === undefined
    ? `Its name will be ${kid}. ${person} has no key here yet.`
    : `Its name will be ${kid}. ${person} has ${own.map((key) => key.kid).join(', ')}, and stays one person: two devices approve once.`;
}

async function makeFor(chosen: Chosen, refuse: (error: Failure) => void): Promise<void> {
  const { person, device, hardware } = chosen;
  const options = await sendToConsole(
    '/keys/enrol/options',
    { person, device, hardware, role: ROLE, root: data.root },
    'Your device was not asked.',
  );
  if (!options.ok) return refuse(options.error);
  const made = await makePasskey(options.value);
  if (!made.ok) return refuse(made.error);
  const kid = kidOf(ROLE, person, device);
  whom.set(
    'done',
    el('p', {}, 'A device for ', el('strong', {}, person), ': ', el('bdi', { class: 'id' }, kid), '.'),
    el('p', { class: 'note' }, hardware ? 'It should count as hardware.' : 'It should count as a signature.'),
  );
  asked.set(
    'done',
    el(
      'p',
      {},
      'To verify you by PIN, finger or face, and to say who made it. For this name, and for this console.',
    ),
  );
  const rows = answerRows(made.value);
  if (hardware && made.value.isSynced) return refuseSynced(chosen, rows);
  const sent = await sendToConsole(
    '/keys/enrol/registration',
    { response: made.value.response },
    'Not taken.',
  );
  if (!sent.ok) {
    answered.set('refused', rows, stop('Not enrolled. Nothing was signed.', [sent.error.message], [again()]));
    return;
  }
  const registered = sent.value as Registered;
  if (registered.facts.fingerprint !== made.value.fingerprint || registered.kid !== kid) {
    titlePage('Do not go on');
    const why =
      'The console answered with another key than the one that this device made. Tell whoever runs it.';
    answered.set('refused', rows, stop('Do not go on.', [why], []));
    return;
  }
  answered.set('done', rows);
  if (data.root) return signItself(data, registered, after);
  handOver(registered);
}

function answerRows({ isPresent, isVerified, isSynced, isBackedUp }: NewPasskey): PageElement {
  const yes = (is: boolean) => (is ? 'yes' : 'no');
  const copied = isBackedUp ? 'yes, and it is backed up now' : 'yes';
  return el(
    'dl',
    { class: 'answers' },
    answerRow('Site', `${new URL(data.origin).host}, as asked`, 'holds'),
    answerRow(
      'Person present, verified',
      `${yes(isPresent)}, ${yes(isVerified)}`,
      isPresent && isVerified ? 'holds' : 'bar',
    ),
    answerRow('May be copied', isSynced ? copied : 'no', isSynced ? 'bar' : 'holds'),
  );
}

function stop(
  title: string,
  words: readonly string[],
  ways: readonly (readonly [PageElement, string])[],
): PageElement {
  const element = el(
    'div',
    { class: 'stop', id: 'by-rule', tabindex: '-1', role: 'alert' },
    el('h3', {}, title),
    ...words.map((text) => el('p', {}, printable(text))),
    ...ways.map(([way, note]) => el('div', { class: 'way-on' }, way, el('p', { class: 'note' }, note))),
  );
  return element;
}

function again(): readonly [PageElement, string] {
  const way = button('again', 'Begin again', true);
  way.addEventListener('click', () => {
    for (const { set } of [asked, answered, after]) set('next');
    begin();
    byId('person').focus();
  });
  return [way, 'The passkey stays on your device; you may delete it there.'];
}

/** Said before it is refused where it matters: nothing of it was sent. */
function refuseSynced(chosen: Chosen, rows: PageElement): void {
  const other = button('other-device', 'Try another device', true);
  other.addEventListener('click', () => retry(chosen));
  const weaker = button('as-signature', 'Enrol it as a signature instead', false);
  weaker.addEventListener('click', () => retry({ ...chosen, hardware: false }));
  const box = stop(
    'Not enrolled for hardware. Nothing was sent or signed.',
    [
      'It is a good passkey, but it is synced: it can sign from any device that its account reaches. In a receipt it counts 3 of 4, never 4, and a route that asks for hardware would refuse it when it matters.',
    ],
    [
      [other, 'A security key, or a passkey of this device alone. Most phones sync; most USB keys do not.'],
      [weaker, 'The device makes one more, for routes that do not ask for hardware.'],
    ],
  );
  answered.set('refused', rows, box);
  box.focus();
}

function retry(chosen: Chosen): void {
  answered.set('now', el('p', {}, 'The device is asked.'));
  void makeFor(chosen, (error) => {
    const words = [`${error.message.replace(/\.$/, '')}.`];
    answered.set('refused', stop('Nothing was enrolled.', words, [again()]));
    byId('by-rule').focus();
  });
}

function handOver(registered: Registered): void {
  const { id, kid, facts } = registered;
  const code = el('strong', { class: 'spoken id', id: 'spoken' }, fingerprintGroups(spokenPart(facts)));
  const link = el(
    'a',
    { class: 'button', id: 'to-sign', href: `/keys/enrol/${id}` },
    `Where a principal signs for ${kid}`,
  );
  const words = el(
    'div',
    { id: 'handed', tabindex: '-1' },
    el('p', {}, 'Say these sixteen characters to the principal, by voice and not in writing:'),
    el('p', {}, code),
    el(
      'p',
      { class: 'note' },
      `They end the fingerprint of your key: ${fingerprintGroups(facts.fingerprint)}`,
    ),
    el('p', {}, link),
    el(
      'p',
      { class: 'note' },
      'It waits there for a day, also under Keys. Until a principal signs, it counts for nothing.',
    ),
  );
  after.set('now', words);
  words.focus();
}
