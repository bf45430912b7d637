import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { printable } from '@platform/core/verify/report-html';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, fromTemplate, type PageElement, type PageFile } from '../browser/dom.ts';
import { checkedHere } from '../signing/checked-here.ts';
import { publicKeyIn, signWithKeyFile } from '../signing/key-file.ts';
import { askPasskey, signatureOf } from '../signing/passkey.ts';
import { KeyFound, PasskeysToAsk, type SignInData } from './sign-in-data.ts';

/** Runs in the browser: signs the session that the console asks for, and goes on. */

declare const location: { assign(path: string): void };

const REFUSED = 'Not signed in.';
const { session, next } = JSON.parse(byId('sign-in-data').dataset.signIn ?? '') as SignInData;
const hash = hashOf(webCrypto, session);
const ways = fromTemplate('sign-in-ways', {});
let isBusy = false;
let chosen: { readonly file: PageFile; readonly entry: KeyEntry } | null = null;

byId('signing').replaceChildren(ways);
for (const button of ways.querySelectorAll('[data-passkey]')) {
  button.addEventListener('click', () => press(button, () => withPasskey(button.dataset.domain ?? '', null)));
}
const named = byId('sign-in-by-name');
named.addEventListener('submit', (event) => {
  event.preventDefault();
  press(byId('sign-in-name'), () => byName(named.dataset.domain ?? ''));
});
for (const button of named.querySelectorAll('[type=button]')) {
  button.addEventListener('click', () =>
    press(byId('sign-in-name'), () => byName(button.dataset.domain ?? '')),
  );
}
byId('sign-in-choose').addEventListener('click', () => byId('sign-in-file').click());
byId('sign-in-file').addEventListener('change', () => {
  const [file] = Array.from(byId('sign-in-file').files ?? []);
  if (file !== undefined) press(byId('sign-in-choose'), () => take(file));
});
byId('sign-in-sign').addEventListener('click', () => press(byId('sign-in-choose'), withFile));

function press(from: PageElement, act: () => Promise<Result<unknown>>): void {
  if (isBusy) return;
  isBusy = true;
  byId('sign-in-problem').textContent = '';
  byId('sign-in-state').textContent = 'Waiting for your key.';
  void act().then((done) => {
    isBusy = false;
    byId('sign-in-state').textContent = '';
    if (done.ok) return;
    byId('sign-in-problem').textContent = printable(done.error.message);
    from.focus();
  });
}

async function byName(rpId: string): Promise<Result<unknown>> {
  const name = byId('sign-in-name').value.trim();
  if (name === '') return fail('name_missing', 'Type your name, as it is enrolled.');
  const found = await sendToConsole('/sign-in/passkeys', { name, rp_id: rpId }, REFUSED);
  if (!found.ok) return found;
  return Check(PasskeysToAsk, found.value) ? withPasskey(rpId, found.value.ids) : unreadable();
}

/** Without ids, the device offers the passkeys that it has for this page. */
async function withPasskey(rpId: string, ids: readonly string[] | null): Promise<Result<unknown>> {
  const asserted = await askPasskey({ hash, rpId, ids, called: 'Your passkey' });
  if (!asserted.ok) return asserted;
  const entry = await keyOf({ credential_id: asserted.value.id });
  if (!entry.ok) return entry;
  const signature = signatureOf(hash, entry.value, asserted.value);
  return signature.ok ? send(signature.value, entry.value) : signature;
}

async function take(file: PageFile): Promise<Result<unknown>> {
  chosen = null;
  byId('sign-in-sign').hidden = true;
  byId('sign-in-holder').textContent = '';
  const shown = await publicKeyIn(file);
  if (!shown.ok) return shown;
  const entry = await keyOf({ public_key: shown.value });
  if (!entry.ok) return entry;
  chosen = { file, entry: entry.value };
  byId('sign-in-holder').textContent = printable(
    `This is ${entry.value.kid}, the key of ${entry.value.person}.`,
  );
  byId('sign-in-sign').hidden = false;
  byId('sign-in-sign').focus();
  return ok(undefined);
}

async function withFile(): Promise<Result<unknown>> {
  if (chosen === null) return fail('file_missing', 'Choose your key file first.');
  const { file, entry } = chosen;
  const signature = await signWithKeyFile(hash, file, entry);
  return signature.ok ? send(signature.value, entry) : signature;
}

async function keyOf(shown: object): Promise<Result<KeyEntry>> {
  const found = await sendToConsole('/sign-in/key', shown, REFUSED);
  if (!found.ok) return found;
  return Check(KeyFound, found.value) ? ok(found.value.key) : unreadable();
}

function unreadable(): Result<never> {
  return fail('unreadable', `${REFUSED} The console’s answer is not of the documented form.`);
}

async function send(signature: Signature, entry: KeyEntry): Promise<Result<unknown>> {
  const good = checkedHere({ hash, signature, entry, type: 'sanad/session/1' });
  if (!good.ok) return good;
  const answer = await sendToConsole('/sign-in', { session, session_hash: hash, signature }, REFUSED);
  if (answer.ok) location.assign(next);
  return answer;
}
