import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import type { Signature } from '@platform/core/objects/signature';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, fieldIfThere, within } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { isTooOld, tokenDraft, tokenSaying } from '../tokens/token-draft.ts';
import { tokenSigners } from '../tokens/token-signers.ts';
import type { ConsentData } from './consent-data.ts';

/** Runs in the browser: a principal signs the record of a client’s token, or refuses the client. */

declare const location: { assign(address: string): void };

const Next = Type.Object({ next: Type.String({ pattern: '^https?://' }) });

byId('refuse').addEventListener('click', () => {
  const { uid = '' } = byId('refuse').dataset;
  void goOn(`/connect/${uid}/refuse`, {}, 'Not refused.').then((done) => {
    if (!done.ok) byId('refuse-problem').textContent = done.error.message;
  });
});
const given = fieldIfThere('consent-data');
if (given !== null) makeForm(JSON.parse(given.dataset.consent ?? '') as ConsentData);

function makeForm({ uid, name, mandate, keys: shown }: ConsentData): void {
  const keys = { ...shown, ...readerKeys(JSON.stringify(shown)).keys };
  const drafted = () =>
    tokenDraft({ name, mandates: [mandate], days: Number(within(byId('days'), ':checked').value) });
  let draft = drafted();
  const refresh = () => {
    draft = drafted();
    byId('consent-says').textContent = draft.ok ? tokenSaying(draft.value, [mandate]) : draft.error.message;
    byId('consent-text').textContent = draft.ok ? canonicalText(draft.value) : '';
    choice.refresh();
  };
  const choice = signingChoice({
    id: 'consent',
    deed: 'Let it in',
    type: 'sanad/agent-token/1',
    keys,
    ...tokenSigners(mandate, keys),
    isReady: () => draft.ok,
    sayMissing: () => byId('days').focus(),
    hash: async () => {
      if (!draft.ok) return draft;
      if (!isTooOld(draft.value)) return ok(hashOf(webCrypto, draft.value));
      refresh();
      return fail('text_renewed', 'The text was old, so its times were set anew: read it, and press again');
    },
    send: async (signature: Signature) => {
      if (!draft.ok) return draft;
      const { value: token } = draft;
      return goOn(
        `/connect/${uid}`,
        { token, token_hash: hashOf(webCrypto, token), signature },
        'Not let in.',
      );
    },
  });
  byId('days').addEventListener('change', refresh);
  byId('signing').replaceChildren(choice.element);
  refresh();
}

/** Sends the answer, and goes on to where the console says: itself, and from there the program. */
async function goOn(path: string, sent: unknown, refused: string): Promise<Result<unknown>> {
  const answer = await sendToConsole(path, sent, refused);
  if (!answer.ok) return answer;
  if (!Check(Next, answer.value)) return fail('unanswered', 'The console’s answer cannot be read.');
  location.assign(answer.value.next);
  return ok(undefined);
}
