import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import {
  entryName,
  keyFault,
  noteFault,
  placeEntry,
  valuesFault,
  type WaitingEntry,
} from '@platform/console/use-cases/directories';
import { DirectoryEntry, type SignedEntry } from '@platform/core/objects/directory';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { keyOf, signHash } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { type AskedDirectory, askDirectory, type DirectoryName } from '../asked-directory.ts';
import { EXIT, type ExitCode, type Place, printJson, refuse } from '../context.ts';
import {
  objectToSign,
  type Principal,
  principalOf,
  type SigningOptions,
  signerAfterYes,
} from '../principal-signing.ts';
import { entryWords } from '../render/directory-words.ts';

export interface ConfirmOptions extends SigningOptions {
  readonly key: string;
  readonly json?: true;
}

export interface EntryOptions extends ConfirmOptions {
  readonly name?: string;
  readonly label?: string;
  readonly source?: string;
}

interface AskedChange {
  readonly change: DirectoryEntry['change'];
  /** Null for a new entry. */
  readonly name?: string;
  /** `field=value` */
  readonly values: readonly string[];
}

/** Makes the next entry of a directory, signs it and sends it. */
export async function signChange(
  place: Place,
  name: DirectoryName & EntryOptions,
  asked: AskedChange,
): Promise<ExitCode> {
  const { context } = place;
  const found = await askDirectory(place, name);
  if (!found.ok) return refuse(context, found.error);
  const signer = await signerFor(place, found.value, name.key);
  if (!signer.ok) return refuse(context, signer.error);
  const entry = await objectToSign(signer.value, name, DirectoryEntry, async () =>
    makeEntry(place, found.value, name, asked),
  );
  if (!entry.ok) return refuse(context, entry.error);
  const stray = (['deployment', 'tenant', 'profile', 'directory'] as const).find(
    (member) => entry.value[member] !== found.value.id[member],
  );
  if (stray !== undefined || entry.value.change !== asked.change) {
    return refuse(context, { message: `${name.request} is another change than the one that you named.` });
  }
  return signAndSend(place, found.value, { entry: entry.value, signer: signer.value, options: name });
}

/** Signs an entry that waits, as another person than the first. */
export async function confirmEntry(
  place: Place,
  name: DirectoryName & ConfirmOptions,
  number: string | null,
): Promise<ExitCode> {
  const { context } = place;
  const found = await askDirectory(place, name);
  if (!found.ok) return refuse(context, found.error);
  const { waiting } = found.value.read;
  const open = waiting.filter(({ missing }) => missing > 0);
  const draft =
    number === null ? open[0] : open.find(({ signed }) => String(signed.entry.sequence) === number);
  if (draft === undefined) {
    const what = number === null ? 'Nothing' : `No entry ${number}`;
    const message = `${what} waits for another person in the directory ${name.directory} of ${name.tenant}.`;
    return refuse(context, { message });
  }
  const signer = await signerFor(place, found.value, name.key, draft);
  if (!signer.ok) return refuse(context, signer.error);
  const { entry } = draft.signed;
  return signAndSend(place, found.value, { entry, signer: signer.value, options: name, draft });
}

/** The person who signs, if their key may sign this directory’s entries. */
async function signerFor(
  place: Place,
  { id, profile, keys }: AskedDirectory,
  key: string,
  draft?: WaitingEntry,
): Promise<Result<Principal, string>> {
  const signer = await principalOf(place, key);
  if (!signer.ok) return signer;
  const entry = keyOf(keys, signer.value.kid);
  const earlier = (draft?.signed.signatures ?? []).flatMap(({ kid }): readonly KeyEntry[] => {
    const own = keyOf(keys, kid);
    return own === undefined ? [] : [own];
  });
  const fault =
    entry === undefined
      ? `${signer.value.kid} is not enrolled here`
      : keyFault(profile, { ...id, signed_at: place.now() }, entry, earlier);
  return fault === null ? signer : fail('signer_not_allowed', `Nothing was signed: ${fault}.`);
}

function makeEntry(
  place: Place,
  { id, plugin, fields, read }: AskedDirectory,
  { name: called, label, source }: EntryOptions,
  { change, name, values: given }: AskedChange,
): Result<DirectoryEntry, string> {
  const values = readValues(given);
  if (!values.ok) return values;
  const isEnd = change === 'ended';
  const fault = isEnd ? null : valuesFault(plugin, id.directory, values.value);
  if (fault !== null) {
    const known = fields.map((field) => `${field.name}=…`).join(' ');
    return fail(
      'values_invalid',
      `${fault.field} ${fault.message}. An entry of ${id.directory} has ${known}.`,
    );
  }
  for (const [option, text = ''] of Object.entries({ '--label': label, '--source': source })) {
    const wrong = noteFault(text);
    if (wrong !== null) return fail('note_invalid', `${option} ${wrong}.`);
  }
  const draft = {
    change,
    name: name ?? called ?? entryName(fields, values.value, read.behind.inForce),
    ...(isEnd ? {} : { values: values.value }),
    ...(label === undefined ? {} : { label }),
    ...(source === undefined ? {} : { source }),
    signed_at: place.now(),
  };
  const placed = placeEntry(place.crypto, read, draft);
  return placed.ok ? placed : fail(placed.error.code, `Nothing was signed: ${placed.error.message}.`);
}

function readValues(given: readonly string[]): Result<Readonly<Record<string, string>>, 'values_invalid'> {
  const values = new Map<string, string>();
  for (const text of given) {
    const [, field, value] = /^([a-z][a-z0-9_]*)=(.+)$/.exec(text) ?? [];
    if (field === undefined || value === undefined || values.has(field)) {
      return fail('values_invalid', `${text} is not a value: write each once, as field=value.`);
    }
    values.set(field, value);
  }
  return ok(Object.fromEntries(values));
}

interface Signing {
  readonly entry: DirectoryEntry;
  readonly signer: Principal;
  readonly options: ConfirmOptions;
  readonly draft?: WaitingEntry;
}

async function signAndSend(
  place: Place,
  asked: AskedDirectory,
  { entry, signer: person, options, draft }: Signing,
): Promise<ExitCode> {
  const { context } = place;
  const words = `${entryWords(asked, entry)}${standingWords(asked, entry, draft)}`;
  const question = `Sign it with ${person.kid}?`;
  const signer = await signerAfterYes(place, person, { object: entry, words, question, options });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const hash = hashOf(place.crypto, entry);
  const signed = { entry, entry_hash: hash, signatures: [signHash(signer.value, hash)] };
  const sent = await sendEntry(place, signed);
  if (!sent.ok) return refuse(context, sent.error, EXIT.failed);
  if (options.json) printJson(context, sent.value);
  else context.out(`${recordedWords(entry, sent.value)}\n`);
  return EXIT.done;
}

/** Sends a signed entry. The answer must be about that very entry. */
export async function sendEntry({ authority }: Place, signed: SignedEntry) {
  const recorded = await authority.recordEntry(signed);
  if (!recorded.ok || recorded.value.entry_hash === signed.entry_hash) return recorded;
  const message = 'The authority answered with another entry: look at it with sanad directory show.';
  return fail('not_shown', message);
}

export function recordedWords(
  { name, change, directory, sequence }: DirectoryEntry,
  { recorded, missing }: { readonly recorded: boolean; readonly missing: number },
): string {
  const what = printable(`${name} of ${directory}`);
  if (!recorded) {
    return missing > 0
      ? `waits: ${what}, entry ${sequence}, until another person signs it (sanad directory sign)`
      : `waits: ${what}, entry ${sequence}, until those before it are signed`;
  }
  return change === 'ended'
    ? `ended: ${what}, by entry ${sequence}; nothing begins by it now`
    : `in force: ${what}, by entry ${sequence}`;
}

function standingWords(
  { read: { waiting } }: AskedDirectory,
  { change, sequence }: DirectoryEntry,
  draft: WaitingEntry | undefined,
): string {
  if (draft !== undefined) {
    const by = draft.signed.signatures.map(({ kid }) => kid).join(', ');
    return `Signed already by ${by}.\n`;
  }
  const passed = waiting.filter(({ signed }) => signed.entry.sequence >= sequence).length;
  if (change !== 'ended' || passed === 0) return '';
  return `${passed} waiting ${passed === 1 ? 'entry' : 'entries'} must then be signed anew.\n`;
}
