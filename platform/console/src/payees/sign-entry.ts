import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { type DirectoryEntry, RecordedEntry } from '@platform/core/objects/directory';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { printable } from '@platform/core/verify/report-html';
import { alikeWords } from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { sentence } from '@platform/words/short';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, el, fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { type Mark, mark, tellMarked } from '../browser/marks.ts';
import { tellDone } from '../signing/done.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import {
  type EntryField,
  entryFields,
  entryKeys,
  keyFault,
  lookAlikes,
  placeEntry,
  type ReadDirectory,
  type WaitingEntry,
} from '../use-cases/directories.ts';
import { askDirectory } from './ask-directory.ts';
import type { EntryData } from './entry-data.ts';
import { readEntryForm, typedState } from './entry-form.ts';
import { entryRows } from './entry-words.ts';
import { placePath } from './place.ts';

interface SigningEntry {
  readonly data: EntryData;
  readonly keys: KeySet;
  readonly areTrusted: boolean;
  readonly read: ReadDirectory;
}

/** The form that signs an entry, and what the page says beside each field while a person types. */
export function entryPanel(given: SigningEntry): PageElement {
  const { data, keys } = given;
  const { place, files, profile, deed } = data;
  const fields = entryFields(files, place.directory);
  const known = { ...data.keys, ...keys };
  let read = given.read;
  let entry = make({ data, fields, read });
  const earlier = earlierSigners(given.read, data, known);
  const panel = fromTemplate('entry-panel', { place: true, ways: true });
  const show = () => {
    entry = make({ data, fields, read });
    if (deed.change === 'confirmed' || deed.change === 'ended') showFacts(data, read, known);
    tell({ data, fields, read, entry });
    within(panel, '[data-slot=place]').textContent = entry.ok ? placeWords(entry.value) : '';
    within(panel, '#exact').textContent = entry.ok ? canonicalText(entry.value) : '';
    within(panel, '#shut').hidden = isReady();
    within(panel, '#shut').textContent = missingWords(entry, fields);
  };
  const isReady = () => entry.ok && (deed.change === 'ended' || isTyped(fields, entry.value));
  const choice = signingChoice({
    id: 'entry',
    deed: deed.change === 'ended' ? `End ${deed.name}` : 'Sign this entry',
    type: 'sanad/directory-entry/1',
    keys: known,
    asked: entryKeys(profile.profile, { ...place, signed_at: new Date().toISOString() }, known, earlier),
    allows: (key) => {
      const fault = keyFault(
        profile.profile,
        { ...place, signed_at: new Date().toISOString() },
        key,
        earlier,
      );
      return fault === null ? ok(undefined) : fail('signer_not_allowed', fault);
    },
    isReady,
    sayMissing: () => sayMissing(entry),
    hash: async () => {
      const now = await askDirectory(webCrypto, data, keys);
      if (!now.ok) return now;
      const before = entry.ok ? entry.value : null;
      read = now.value;
      show();
      if (!entry.ok) return entry;
      const isSame =
        entry.value.sequence === before?.sequence &&
        entry.value.previous_entry_hash === before.previous_entry_hash;
      if (!isSame) {
        const message = `The directory has changed meanwhile, and this is entry ${entry.value.sequence} now. Look again, then press the button once more`;
        return fail('changed', message);
      }
      return ok(hashOf(webCrypto, entry.value));
    },
    send: async (signature) =>
      entry.ok ? send(data, entry.value, signature) : fail('changed', 'There is no entry to sign'),
  });
  within(panel, '[data-slot=ways]').append(choice.element);
  // A chosen key file is an input, too, and must not be forgotten by it.
  within(byId('ahead'), '[aria-labelledby=entry]').addEventListener('input', () => {
    show();
    choice.refresh();
  });
  show();
  choice.refresh();
  return panel;
}

/** What still stands between a person and the buttons. */
function missingWords(entry: Result<DirectoryEntry, string>, fields: readonly EntryField[]): string {
  const named = entry.ok ? undefined : fields.find(({ name }) => name === entry.error.detail?.field);
  return named === undefined
    ? 'You can sign once everything above is there and the last 4 characters agree.'
    : `You can sign once the ${named.label} is there, and the last 4 characters agree.`;
}

interface MakingEntry {
  readonly data: EntryData;
  readonly fields: readonly EntryField[];
  readonly read: ReadDirectory;
}

/** INVARIANT: the signed object is made here, from what the page shows and what this browser replayed. */
function make({ data: { deed, files, place }, fields, read }: MakingEntry): Result<DirectoryEntry, string> {
  const signed_at = new Date().toISOString();
  if (deed.change === 'confirmed') {
    const draft = waitingOf(read, deed.sequence);
    return draft === undefined
      ? fail('entry_not_found', 'It no longer waits: load this page again.')
      : ok(draft.signed.entry);
  }
  if (deed.change === 'ended') {
    return placeEntry(webCrypto, read, { change: 'ended', name: deed.name, signed_at });
  }
  const form = { files, directory: place.directory, fields, read };
  const changes = deed.change === 'changed' ? deed.name : null;
  const draft = readEntryForm({ ...form, changes }, typedEntry(fields), signed_at);
  return draft.ok ? placeEntry(webCrypto, read, draft.value) : draft;
}

function waitingOf({ waiting }: ReadDirectory, sequence: number): WaitingEntry | undefined {
  return waiting.find(({ signed, missing }) => signed.entry.sequence === sequence && missing > 0);
}

/** Who signed the entry already that is confirmed here. */
function earlierSigners(read: ReadDirectory, { deed }: EntryData, keys: KeySet): readonly KeyEntry[] {
  if (deed.change !== 'confirmed') return [];
  const signatures = waitingOf(read, deed.sequence)?.signed.signatures ?? [];
  return signatures.flatMap(({ kid }) => keys[kid] ?? []);
}

const at = (name: string) => byId(`f-${name}`);

function typedEntry(fields: readonly EntryField[]) {
  const values = Object.fromEntries(fields.map(({ name }) => [name, at(name).value]));
  return { label: at('label').value, source: at('source').value, values };
}

function isTyped(fields: readonly EntryField[], { values = {} }: DirectoryEntry): boolean {
  return typedState(fields, values, byId('typed').value).isRight;
}

/** INVARIANT: what is confirmed or ended stands on the page as this browser read it. */
function showFacts({ deed }: EntryData, read: ReadDirectory, keys: KeySet): void {
  const signed =
    deed.change === 'confirmed'
      ? waitingOf(read, deed.sequence)?.signed
      : deed.change === 'ended'
        ? read.state.inForce.get(deed.name)?.signed
        : undefined;
  if (signed === undefined) return;
  const before = read.state.inForce.get(signed.entry.name)?.signed ?? null;
  const rows = entryRows(signed, before, keys).map(([label, words]) =>
    el('div', {}, el('dt', {}, label), el('dd', {}, el('bdi', {}, printable(words)))),
  );
  byId('entry-facts').replaceChildren(el('dl', { class: 'facts' }, ...rows));
}

interface ToldEntry extends MakingEntry {
  readonly entry: Result<DirectoryEntry, string>;
}

/** Says beside the fields what the directory has that looks alike, and whether the typed end agrees. */
function tell({ data: { deed }, fields, read, entry }: ToldEntry): void {
  if (deed.change === 'ended') return;
  const confirmed = deed.change === 'confirmed' && entry.ok ? entry.value : null;
  const name = confirmed?.name ?? (deed.change === 'changed' ? deed.name : '');
  const values = confirmed?.values ?? (deed.change === 'confirmed' ? {} : typedEntry(fields).values);
  const alike = lookAlikes(fields, { name, values }, read.state);
  if (deed.change === 'confirmed') {
    byId('alike').replaceChildren(
      ...alike.map((one) =>
        fromTemplate('alike-note', { mark: mark('half'), words: printable(alikeWords(one)) }),
      ),
    );
  } else {
    const now = read.state.inForce.get(name)?.signed.entry.values ?? {};
    for (const field of fields) {
      const typed = { value: (values[field.name] ?? '').trim(), now: now[field.name] ?? null };
      tellField(field, typed, alike, entry);
    }
  }
  const state = typedState(fields, values, byId('typed').value);
  tellNote('typed-note', state.mark, state.words);
}

function tellField(
  { name, kind, description }: EntryField,
  { value, now }: { readonly value: string; readonly now: string | null },
  alike: ReturnType<typeof lookAlikes>,
  entry: Result<DirectoryEntry, string>,
): void {
  const found = alike.find(({ field }) => field === name);
  const isFaulty = !entry.ok && entry.error.detail?.field === name;
  const say = (shape: Mark, words: string) => tellNote(`f-${name}-note`, shape, words);
  if (value === '') byId(`f-${name}-note`).textContent = description;
  else if (isFaulty) say('bar', `It ${entry.error.message}.`);
  else if (found !== undefined) say('half', alikeWords(found));
  else if (now === value) say('holds', 'As in force now.');
  else if (now !== null) say('open', `In force now: ${now}.`);
  else if (kind !== 'currency') say('holds', 'Nothing in this directory looks like it.');
}

function tellNote(id: string, shape: Mark, words: string): void {
  tellMarked(byId(id), shape, words);
}

/** Says beside its field what is missing, and moves the focus there. */
function sayMissing(entry: Result<DirectoryEntry, string>): void {
  const field = entry.ok ? null : entry.error.detail?.field;
  if (typeof field === 'string') {
    if (!entry.ok) tellNote(`f-${field}-note`, 'bar', `It ${sentence(entry.error.message)}`);
    at(field).focus();
    return;
  }
  if (!entry.ok) {
    byId('compared').replaceChildren(
      fromTemplate('alike-note', { mark: mark('bar'), words: printable(sentence(entry.error.message)) }),
    );
    return;
  }
  byId('typed').focus();
}

function placeWords({ sequence, directory, tenant }: DirectoryEntry): string {
  const after = sequence === 0 ? 'the first' : `after entry ${sequence - 1}`;
  return `Entry ${sequence} of the ${nameWords(directory)} of ${tenant}, ${after}.`;
}

async function send(
  { place }: EntryData,
  entry: DirectoryEntry,
  signature: Signature,
): Promise<Result<unknown>> {
  const hash = hashOf(webCrypto, entry);
  const signed = { entry, entry_hash: hash, signatures: [signature] };
  const sent = await sendToConsole('/payees/record', signed, 'Not recorded.');
  if (!sent.ok) return sent;
  const recorded = Check(RecordedEntry, sent.value) ? sent.value : null;
  // INVARIANT: the page says "in force" only if the authority’s answer is about this entry, with this signature.
  const isMine = (one: Signature) => canonicalText(one) === canonicalText(signature);
  if (recorded?.entry_hash !== hash || !recorded.signatures.some(isMine)) {
    return fail('not_shown', 'The authority does not show it with your signature. Look at the list to see.');
  }
  tellDone({ ...doneWords(entry, recorded, signature.kid), href: placePath(place) });
  return ok(undefined);
}

function doneWords({ name, label, change, sequence }: DirectoryEntry, recorded: RecordedEntry, kid: string) {
  const called = printable(label ?? name);
  const words = `Signed by ${kid} as entry ${sequence}.`;
  if (!recorded.recorded) {
    const next =
      recorded.missing > 0
        ? 'It waits for a second person; until then nothing changes.'
        : 'It waits for the entries before it.';
    return { heading: `${called} waits`, crumb: 'signed, and waiting', words: `${words} ${next}` };
  }
  return change === 'ended'
    ? { heading: `${called} has ended`, crumb: 'ended', words: `${words} Nothing begins by it now.` }
    : { heading: `${called} is in force`, crumb: 'in force', words: `${words} No mandate ended.` };
}
