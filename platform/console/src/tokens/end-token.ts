import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { type AgentTokenEnd, AgentTokenRecord } from '@platform/core/objects/agent-token';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { printable } from '@platform/core/verify/report-html';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, el, fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { draftAgentTokenEnd } from '../use-cases/agent-tokens.ts';
import { tokenSigners } from './token-signers.ts';
import type { TokensData } from './tokens-data.ts';

type Endable = TokensData['tokens'][number];

/** Makes the form that ends a token in whichever row of the list is open, since one is at a time. */
export function endForms({ tokens }: TokensData, keys: KeySet): void {
  if (tokens.length === 0) return;
  const list = byId('token-list');
  for (const row of list.querySelectorAll('[data-token]')) {
    const token = tokens.find(({ token: { token_id: id } }) => id === row.dataset.token);
    if (token === undefined) continue;
    const place = within(row, '[data-ways]');
    within(row, 'details').addEventListener('toggle', () => {
      const isOpen = row.querySelector('details[open]') !== null;
      place.replaceChildren(...(isOpen ? [endForm(token, keys, row)] : []));
    });
  }
}

function endForm(given: Endable, keys: KeySet, row: PageElement): PageElement {
  const form = fromTemplate('end-token-form', { ways: true });
  const reason = within(form, '#end-reason');
  const problem = within(form, '#end-reason-problem');
  const drafted = () => draftAgentTokenEnd(given, reason.value, { clock: () => Date.now() });
  let draft = drafted();
  const refresh = () => {
    draft = drafted();
    problem.textContent = draft.ok ? '' : draft.error.message;
    within(form, '#end-text').textContent = draft.ok ? canonicalText(draft.value) : '';
    choice.refresh();
  };
  const choice = signingChoice({
    id: 'end-token',
    deed: 'End it for good',
    type: 'sanad/agent-token-end/1',
    keys,
    ...tokenSigners(given.token, keys),
    isReady: () => draft.ok,
    sayMissing: () => reason.focus(),
    hash: async () => {
      const { token, token_hash: claimed } = given;
      const hash = hashOf(webCrypto, token);
      if (hash !== claimed)
        return fail('token_disagrees', `The token hashes to ${hash}; the authority says ${claimed}`);
      return draft.ok ? ok(hashOf(webCrypto, draft.value)) : draft;
    },
    send: async (signature) => (draft.ok ? end(draft.value, signature, row) : draft),
  });
  reason.addEventListener('input', refresh);
  within(form, '[data-slot=ways]').append(choice.element);
  refresh();
  return form;
}

async function end(object: AgentTokenEnd, signature: Signature, row: PageElement): Promise<Result<unknown>> {
  const { token_id: id } = object;
  const signed = { end: object, end_hash: hashOf(webCrypto, object), signature };
  const sent = await sendToConsole(`/tokens/${id}/end`, signed, 'Not ended.');
  if (!sent.ok) return sent;
  const record = Check(AgentTokenRecord, sent.value) ? sent.value : null;
  if (record?.token.token_id !== id || record.end === null)
    return fail('not_shown', 'The authority does not show it as ended. Load this page again to see.');
  const state = within(row, '.state');
  const words = `Ended by ${printable(signature.kid)}: from now on, no gateway accepts it.`;
  state.replaceChildren(mark('bar'), el('strong', { tabindex: -1 }, words));
  within(row, 'details').remove();
  within(state, 'strong').focus();
  return ok(undefined);
}
