import { formatInstant, instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import { type Compromise, KeyEntry } from '@platform/core/objects/key-entry';
import type { Signature } from '@platform/core/objects/signature';
import { isRoot } from '@platform/core/signed/key-registry';
import { keyOf } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { dayAndTime } from '@platform/words/when';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import { byId, fromTemplate, within } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { tellDone } from '../signing/done.ts';
import { signingChoice } from '../signing/signing-choice.ts';
import { compromiseOf } from '../use-cases/compromise.ts';
import type { CompromiseData } from './compromise-data.ts';
import { deploymentRow, oneDeployment } from './one-deployment.ts';
import { fieldIn } from './steps.ts';

/** Runs in a principal’s browser: marks a person’s key as one that others may have. */

const data = JSON.parse(byId('compromise-data').dataset.compromise ?? '') as CompromiseData;
const { entry, now } = data;
const { kid } = entry;
const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
const whose = sameKey();
/**
 * INVARIANT: the name in the signing root’s own entry; never the authority’s word alone if this reader trusts
 * other keys.
 */
const deployment = whose.ok ? whose.value : '';
const roots = Object.values(keys).filter((key) => isRoot(key) && key.compromised_at === null);
const form = fromTemplate('mark-form', {
  kid: printable(kid),
  deployment: whose.ok && deploymentRow(whose.value, areTrusted),
  ways: true,
});
const since = fieldIn(form, 'since');
const reason = fieldIn(form, 'reason');
const choice = signingChoice({
  id: 'mark',
  deed: `Mark ${kid} for good`,
  type: 'sanad/compromise/1',
  keys,
  asked: roots,
  allows: (key) =>
    roots.some((root) => root.kid === key.kid)
      ? ok(undefined)
      : fail('not_root', `${key.kid} may not: only a key that enrols others marks one.`),
  isReady: () => said() !== null,
  sayMissing: () => {
    if (reason.input.value.trim() === '') reason.say('Say why: it is signed with the rest.');
    if (sinceMs() === null) since.say('An instant that has passed, such as 2026-06-01T09:00:00Z.');
  },
  hash: async () => {
    const object = said();
    return object === null ? fail('incomplete', 'Fill in both fields') : ok(hashOf(webCrypto, object));
  },
  send: async (signature) => tell(await sent(signature)),
});
for (const { input } of [since, reason]) {
  input.addEventListener('input', () => {
    choice.refresh();
    const object = said();
    const exact = object && fromTemplate('exact-text', { exact: printable(canonicalText(object)) });
    within(form, '#exact').replaceChildren(...(exact === null ? [] : [exact]));
  });
}
within(form, '[data-slot=ways]').append(choice.element);
byId('marking').replaceChildren(
  whose.ok ? form : fromTemplate('no-deployment', { why: whose.error.message }),
);

/**
 * Returns the deployment of the key to mark. INVARIANT: it refuses if the reader trusts another key of this
 * name.
 */
function sameKey(): Result<string> {
  const own = keyOf(keys, kid);
  if (own !== undefined && own.fingerprint !== entry.fingerprint) {
    const words = `The authority shows another key as ${kid} than the one that you trust. Do not sign.`;
    return fail('another_key', printable(`${words} Tell the person who runs this console.`));
  }
  return oneDeployment({ keys, shown: data.keys });
}

function sinceMs(): number | null {
  const at = instantMs(since.input.value.trim());
  return at === null || at > (instantMs(now) ?? 0) ? null : at;
}

/** INVARIANT: the signed object is made from what the fields show. */
function said(): Compromise | null {
  const at = sinceMs();
  const why = reason.input.value.trim();
  if (at === null || why === '') return null;
  return compromiseOf(
    { ...entry, deployment },
    { compromised_at: formatInstant(at), said_at: now, reason: why },
  );
}

async function sent(signature: Signature): Promise<Result<string>> {
  const compromise = said();
  if (compromise === null) return fail('changed', 'The fields were changed meanwhile. Sign again.');
  const body = { compromise, compromise_hash: hashOf(webCrypto, compromise), signature };
  const answer = await sendToConsole(`/keys/${kid}/compromise`, body, 'Not marked.');
  if (!answer.ok) return answer;
  const shown = answer.value;
  if (Check(KeyEntry, shown) && shown.fingerprint === entry.fingerprint && shown.compromised_at !== null) {
    return ok(shown.compromised_at);
  }
  return fail('not_shown', `The authority does not show ${kid} as compromised. Look at Keys.`);
}

/** INVARIANT: it says "marked" only if the authority’s answer says so of this very key. */
function tell(done: Result<string>): Result<void> {
  if (!done.ok) return done;
  tellDone({
    heading: `${kid} is marked as compromised`,
    words: `${kid} is marked: nothing that it signs from ${dayAndTime(done.value)} on counts.`,
    href: '/keys',
  });
  return ok(undefined);
}
