import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { printable } from '@platform/core/verify/report-html';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, fieldIfThere, fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { isTooOld, tokenDraft, tokenSaying } from './token-draft.ts';
import { tokenLines } from './token-lines.ts';
import { tokenSigners } from './token-signers.ts';
import type { TokensData } from './tokens-data.ts';

/** Browsers give pages no clipboard over plain http. */
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };
declare const addEventListener: (type: 'pagehide', listener: () => void) => void;

const Made = Type.Object({ token: Type.String({ minLength: 1 }) });

/** The form that makes a token: a name, an end and mandates, then a signature. */
export function tokenForm(data: TokensData, keys: KeySet): void {
  const form = fromTemplate('token-form', { ways: true });
  const name = within(form, '#token-name');
  const problem = within(form, '#token-name-problem');
  let draft = draftFrom(form, data);
  const refresh = () => {
    draft = draftFrom(form, data);
    within(form, '#token-says').textContent = draft.ok ? tokenSaying(draft.value, data.mandates) : '';
    within(form, '#token-text').textContent = draft.ok ? canonicalText(draft.value) : '';
    problem.textContent = draft.ok || name.value.trim() === '' ? '' : draft.error.message;
    choice.refresh();
  };
  const [{ principal, tenant } = { principal: '', tenant: '' }] = data.mandates;
  const choice = signingChoice({
    id: 'token',
    deed: 'Make the token',
    type: 'sanad/agent-token/1',
    keys,
    ...tokenSigners({ principal, tenant }, keys),
    isReady: () => draft.ok,
    sayMissing: () => {
      if (!draft.ok) problem.textContent = draft.error.message;
      name.focus();
    },
    hash: async () => {
      if (!draft.ok) return draft;
      if (!isTooOld(draft.value)) return ok(hashOf(webCrypto, draft.value));
      refresh();
      return fail('text_renewed', 'The text was old, so its times were set anew: read it, and press again');
    },
    send: async (signature) => (draft.ok ? make(draft.value, signature, data) : draft),
  });
  for (const input of form.querySelectorAll('input')) input.addEventListener('input', refresh);
  byId('make-token').addEventListener('toggle', refresh);
  within(form, '[data-slot=ways]').append(choice.element);
  byId('token-signing').replaceChildren(form);
}

function draftFrom(form: PageElement, { mandates }: TokensData): Result<AgentToken> {
  const name = within(form, '#token-name').value.trim();
  if (name === '') return fail('name_missing', 'Give it a name, by which you will know it in the list.');
  const checked = new Set([...form.querySelectorAll('input:checked')].map(({ value }) => value));
  const [here, ...others] = mandates;
  if (here === undefined) return fail('mandate_missing', 'This page names no mandate.');
  return tokenDraft({
    name,
    mandates: [here, ...others.filter(({ contract_id: id }) => checked.has(id))],
    days: Number(within(form, '[name=token-days]:checked').value),
  });
}

async function make(token: AgentToken, signature: Signature, data: TokensData): Promise<Result<unknown>> {
  const signed = { token, token_hash: hashOf(webCrypto, token), signature };
  const sent = await sendToConsole('/tokens', signed, 'Not made.');
  if (!sent.ok && sent.error.code !== 'unanswered') return sent;
  if (!sent.ok || !Check(Made, sent.value)) {
    return fail(
      'unanswered',
      'No answer came. Perhaps the token was made, and then nobody has it: load this page again, and if it stands in the list, end it there.',
    );
  }
  showOnce(token, sent.value.token, data);
  return ok(undefined);
}

/** INVARIANT: the token is in the page’s text alone, and no longer once the reader leaves, though browsers keep pages. */
function showOnce({ name, contracts }: AgentToken, token: string, { gateway }: TokensData): void {
  const [mandateId = ''] = contracts;
  const lines = tokenLines({ gateway, mandateId, token }).map(([what, text]) =>
    fromTemplate('token-line', { what, copyable: copyable('Copy these lines', text) }),
  );
  const made = fromTemplate('token-made', {
    name: printable(name),
    token: copyable('Copy the token', token),
    lines,
  });
  fieldIfThere('no-token')?.remove();
  byId('making').replaceChildren(made);
  within(made, '#token-done').focus();
  addEventListener('pagehide', () => made.replaceChildren(fromTemplate('token-gone')));
}

function copyable(deed: string, text: string): PageElement {
  const element = fromTemplate('copyable', { deed, text });
  const told = within(element, '[role=status]');
  within(element, 'button').addEventListener('click', () => {
    const byHand = () => {
      told.textContent = 'This browser copies nothing for a page: select the text, and copy it.';
    };
    if (navigator.clipboard === undefined) return byHand();
    navigator.clipboard.writeText(text).then(() => {
      told.textContent = 'Copied.';
    }, byHand);
  });
  return element;
}
