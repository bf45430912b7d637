import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { STOPPED_STATES } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { type Revocation, RevokedMandate } from '@platform/core/objects/mandate';
import type { Signature } from '@platform/core/objects/signature';
import { stoppedGrants } from '@platform/words/doubt';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, type Child, el, fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { tellMarked } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { tellDone } from '../signing/done.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { endForms } from '../tokens/end-token.ts';
import { tokenForm } from '../tokens/make-token.ts';
import { checkMandateRecord } from '../use-cases/mandates.ts';
import { readReason } from '../use-cases/reason.ts';
import type { RevocationData } from './revocation-data.ts';

/** Runs in the browser: checks who signed the mandate, and makes the forms that end it, and its agent’s tokens. */

const data = JSON.parse(byId('mandate-data').dataset.mandate ?? '') as RevocationData;
const { keys, areTrusted, whose } = readerKeys(JSON.stringify(data.keys));
const { contract, contract_hash: hash } = data.record;
tellSignature();
if (data.record.status === 'active' && data.mayEnd) makeRevocation();
if (data.tokens !== null) {
  const known = { ...data.keys, ...keys };
  if (data.tokens.mayMake) tokenForm(data.tokens, known);
  endForms(data.tokens, known);
}

function tellSignature(): void {
  const checked = checkMandateRecord(webCrypto, keys, data.record, contract.contract_id);
  const words = checked.ok
    ? `${contract.principal} signed exactly this, ${whose}. Checked in this browser.`
    : checked.error.message;
  tellMarked(byId('signature'), checked.ok ? (areTrusted ? 'holds' : 'open') : 'fails', words);
}

/**
 * INVARIANT: a mandate can be ended whatever else disagrees. Only its own hash must match the one that the
 * authority shows.
 */
function makeRevocation(): void {
  const form = fromTemplate('revoke-form', { ways: true });
  const reason = within(form, '#reason');
  const problem = within(form, '#reason-problem');
  const text = within(form, '#revocation');
  let revocation = revocationOf('');
  const refresh = () => {
    const read = readReason(reason.value);
    problem.textContent = read.ok ? '' : read.error.message;
    if (read.ok) revocation = revocationOf(read.value);
    text.textContent = canonicalText(revocation);
    choice.refresh();
  };
  const choice = signingChoice({
    id: 'revoke',
    deed: 'Revoke it',
    type: 'sanad/revocation/1',
    keys: { ...data.keys, ...keys },
    asked: Object.values({ ...data.keys, ...keys }).filter((entry) => allows(entry).ok),
    allows,
    isReady: () => readReason(reason.value).ok,
    sayMissing: () => reason.focus(),
    hash: async () => {
      const mine = hashOf(webCrypto, contract);
      if (mine !== hash)
        return fail('contract_disagrees', `The mandate hashes to ${mine}; the authority says ${hash}`);
      return ok(hashOf(webCrypto, revocation));
    },
    send: (signature) => revoke(revocation, signature),
  });
  reason.addEventListener('input', refresh);
  byId('revoke').addEventListener('toggle', refresh);
  refresh();
  within(form, '[data-slot=ways]').append(choice.element);
  byId('signing').replaceChildren(form);
}

function allows({ kid, role, person }: KeyEntry): Result<unknown> {
  if (role === 'principal' && person === contract.principal) return ok(undefined);
  return fail(
    'signer_is_another_principal',
    `Only ${contract.principal} can end it, and ${kid} is not that person’s key`,
  );
}

function revocationOf(reason: string): Revocation {
  const { deployment, contract_id } = contract;
  const revoked_at = new Date().toISOString();
  return { type: 'sanad/revocation/1', deployment, contract_id, contract_hash: hash, revoked_at, reason };
}

/** What was on its way when the mandate ended, each with a link to its own page. */
function stoppedList(grants: RevokedMandate['grants']): PageElement {
  const links = (ids: readonly string[]) =>
    ids.map((grantId) => el('li', {}, el('a', { class: 'id', href: `/grants/${grantId}` }, grantId)));
  const slots: Record<string, Child | true> = { none: stoppedGrants(grants).length === 0 };
  for (const kind of STOPPED_STATES) {
    slots[`${kind}-part`] = grants[kind].length > 0;
    slots[kind] = grants[kind].length > 0 ? links(grants[kind]) : null;
  }
  return fromTemplate('stopped', slots);
}

async function revoke(revocation: Revocation, signature: Signature): Promise<Result<unknown>> {
  const id = contract.contract_id;
  const signed = { revocation, revocation_hash: hashOf(webCrypto, revocation), signature };
  const sent = await sendToConsole(`/mandates/${id}/revoke`, signed, 'Not revoked.');
  if (!sent.ok) return sent;
  const record = Check(RevokedMandate, sent.value) ? sent.value : null;
  if (record?.contract.contract_id !== id || record.status !== 'revoked')
    return fail('not_shown', 'The authority does not show it as revoked. Load this page again to see.');
  // The template is among what the new state replaces.
  const stopped = stoppedList(record.grants);
  tellDone({
    heading: 'A revoked mandate',
    words: `Revoked by ${signature.kid}. Nothing more leaves under it.`,
    href: `/mandates/${id}`,
  });
  within(byId('ahead'), '.matter').append(stopped);
  return ok(undefined);
}
