import { capitalised } from '@common/base/english';
import { fail, ok, type Result } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { webCrypto } from '@common/evidence/web';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Mandate, MandateRecord } from '@platform/core/objects/mandate';
import type { Signature } from '@platform/core/objects/signature';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { printable } from '@platform/core/verify/report-html';
import { mandateName } from '@platform/words/mandate-name';
import { counted } from '@platform/words/short';
import { amountDifference } from '@platform/words/typed-difference';
import { byId, fromTemplate, type PageElement, within } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { tellDone } from '../signing/done.ts';
import { typedPanel } from '../signing/typed-panel.ts';
import { refuseToSign } from '../site/compared.ts';
import { isTold } from '../site/shown-text.ts';
import { checkMandateRecord } from '../use-cases/mandates.ts';
import { checkProfile } from '../use-cases/profiles.ts';
import { renewedMandate } from '../use-cases/renewals.ts';
import { signersFor } from './mandate-offer.ts';
import { mandateRows } from './mandate-rows.ts';
import type { RenewalData } from './renewal-data.ts';
import { boundWords, renewalChanges, typedTotal } from './renewal-words.ts';
import { registerMandate } from './sign-mandate.ts';
import { isTypedSum } from './typed-sum.ts';

/**
 * Runs in the browser: makes each mandate anew from the one that ended and the profile in force, whose signatures
 * it checks, and only then makes the form that signs all of them.
 */

interface Item {
  readonly record: MandateRecord;
  readonly mandate: Mandate;
  readonly hash: string;
  readonly place: PageElement;
  readonly tick: PageElement;
}

const data = JSON.parse(byId('signing-data').dataset.signing ?? '') as RenewalData;
const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
const known = { ...data.keys, ...keys };
const basis = {
  profile: data.profile.profile,
  earlier: data.earlier.map(({ profile }) => profile),
  manifest: data.manifest,
  now: data.now,
};
const inForce = new Set<Item>();
const compared = compare();
if (compared.ok) show(compared.value);
else refuseToSign(compared.error.message);

/**
 * INVARIANT: what would be signed follows from what people signed: the ended mandate and the profile in force. The
 * page adds only an id and the present, and shows exactly that.
 */
function compare(): Result<readonly Item[]> {
  for (const signed of [data.profile, ...data.earlier]) {
    const checked = checkProfile(webCrypto, keys, signed);
    if (!checked.ok) return checked;
  }
  const places = [...byId('content').querySelectorAll('[data-renewal]')];
  if (places.length !== data.items.length) return disagrees('it lists other mandates than it would sign');
  const items: Item[] = [];
  for (const [index, { record, newId }] of data.items.entries()) {
    const place = places[index];
    const checked = checkMandateRecord(webCrypto, keys, record, place?.dataset.renewal ?? '');
    if (!checked.ok) return checked;
    if (place === undefined) return disagrees('a mandate is not on it');
    const mandate = renewedMandate(record.contract, basis, newId);
    const fault = shownFault(place, record, mandate);
    if (fault !== null) return disagrees(`${fault} (${mandateName(record.contract)})`);
    items.push({ record, mandate, hash: hashOf(webCrypto, mandate), place, tick: within(place, 'input') });
  }
  return ok(items);
}

/** What the page shows otherwise than this code makes it; null if nothing. */
function shownFault(place: PageElement, record: MandateRecord, mandate: Mandate): string | null {
  if (within(place, '.exact').textContent !== canonicalText(mandate))
    return 'a text is not the one that follows from the mandate that ended';
  if (!isTold(mandateRows(mandate, data.manifest), place)) return 'the rows do not say what the text says';
  const bare = (text: string) => text.replaceAll(/\s/g, '');
  const shown = [...place.querySelectorAll('.difference del, .difference strong')].map((one) =>
    bare(one.textContent ?? ''),
  );
  const changes = renewalChanges({ record, mandate }, data.manifest);
  const told = changes.flatMap(({ before, after }) => [bare(printable(before)), bare(printable(after))]);
  if (JSON.stringify(shown) !== JSON.stringify(told)) return 'the changes are not those of the text';
  const bound = bare(within(place, '.bound').textContent ?? '');
  return bound === bare(boundWords(mandate, basis).join('')) ? null : 'the sum is not that of the text';
}

function disagrees(why: string): Result<never> {
  return fail('page_disagrees', `Do not sign: this page disagrees with what people signed: ${why}.`);
}

function show(items: readonly Item[]): void {
  const publisher = printable(data.profile.profile.published_by);
  const slots = { publisher, trusted: areTrusted, untrusted: !areTrusted };
  byId('compared').replaceChildren(fromTemplate('agrees', slots));
  const offer = () => byId('signing').replaceChildren(panelFor(items));
  for (const { tick } of items) tick.addEventListener('change', offer);
  offer();
}

function panelFor(items: readonly Item[]): PageElement {
  const chosen = items.filter((item) => item.tick.checked && !inForce.has(item));
  if (chosen.length === 0) return fromTemplate('none-ticked');
  const total = typedTotal(
    chosen.map(({ mandate }) => mandate),
    basis,
  );
  const next = () => chosen.find((item) => !inForce.has(item));
  const many = chosen.length === 1 ? 'one mandate' : `${counted(chosen.length)} mandates`;
  return typedPanel({
    slots: { title: `Sign ${many} anew`, question: total.question, sum: total.words },
    unit: total.unit,
    isRight: (typed) => isTypedSum(typed, total),
    differs: (typed) => amountDifference(typed, total.value, total.unit),
    signing: {
      id: 'renew',
      deed: `Sign ${many} anew`,
      type: 'sanad/mandate/1',
      keys: known,
      allows: (entry) => signsSome(entry, chosen),
      asked: signers(chosen),
      hash: async (entry) => (next() === undefined ? nothing() : hashFor(entry, next() as Item)),
      send: async (signature) => {
        const item = next();
        return item === undefined ? nothing() : take(item, signature, items);
      },
      hasMore: () => next() !== undefined,
    },
  });
}

function nothing(): Result<never> {
  return fail('nothing_left', 'Nothing is left to sign');
}

function signers(chosen: readonly Item[]): readonly KeyEntry[] {
  const found = chosen.flatMap(({ mandate }) =>
    signersFor(known, mandate.principal, mandate.tenant, data.now),
  );
  return [...new Set(found)];
}

function signsSome(entry: KeyEntry, chosen: readonly Item[]): Result<unknown> {
  const results = chosen.map(({ mandate }) => allows(entry, mandate));
  return results.find((result) => result.ok) ?? results[0] ?? nothing();
}

function allows(entry: KeyEntry, mandate: Mandate): Result<unknown> {
  return entry.role === 'principal'
    ? checkMandateSigner(entry, mandate)
    : fail('role_not_allowed', `${entry.kid} is no principal’s key`);
}

/** Looks at the page once more, so that nothing changed since it was compared. */
function hashFor(entry: KeyEntry, { record, mandate, hash, place }: Item): Result<string> {
  const allowed = allows(entry, mandate);
  const name = mandateName(record.contract);
  if (!allowed.ok)
    return fail(allowed.error.code, `${allowed.error.message}: untick ${name}, or use another key`);
  const fault = shownFault(place, record, mandate);
  return fault === null ? ok(hash) : fail('changed', `The text of ${name} on this page has changed`);
}

async function take(item: Item, signature: Signature, items: readonly Item[]): Promise<Result<unknown>> {
  const { mandate, hash, place, tick } = item;
  const taken = await registerMandate({ keys, mandate, hash }, signature);
  if (!taken.ok) return taken;
  inForce.add(item);
  tick.disabled = true;
  const words = fromTemplate('in-force', { id: mandate.contract_id, link: true });
  within(place, '.state').replaceChildren(words);
  within(words, 'a').setAttribute('href', `/mandates/${mandate.contract_id}`);
  if (items.every((one) => inForce.has(one) || !one.tick.checked)) tellAll(signature.kid);
  return ok(undefined);
}

function tellAll(kid: string): void {
  const many = inForce.size === 1 ? 'One mandate is' : `${capitalised(counted(inForce.size))} mandates are`;
  tellDone({
    heading: `${many} in force again`,
    crumb: 'signed, and in force',
    words: `In force: signed by ${kid}, registered by the authority.`,
    href: '/mandates',
  });
}
