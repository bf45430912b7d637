import { parseStrict } from '@platform/proof/canonical';
import { readKeySet } from '@platform/proof/key-set';
import { verifySigned } from '@platform/proof/signed';
import { webCrypto } from '@platform/proof/web';
import { SignedProfile } from '@platform/protocol/profile';
import { Check } from 'typebox/value';
import { byId, el, type PageElement } from '../browser/dom.ts';
import { mark } from '../browser/marks.ts';
import { trustedKeys } from '../browser/trusted-keys.ts';

/** Runs in the browser: checks who signed each profile, under keys that the reader trusts, or else the authority’s own. */

for (const place of byId('content').querySelectorAll('.signed')) show(place);

function show(place: PageElement): void {
  const parsed = parseStrict(place.dataset.signed ?? '');
  const trusted = trustedKeys();
  const shown = readKeySet(webCrypto, place.dataset.keys ?? '');
  const keys = trusted ?? (shown.ok ? shown.value : {});
  if (!parsed.ok || !Check(SignedProfile, parsed.value)) {
    tell(place, 'fails', 'This is no signed profile.');
    return;
  }
  const { profile: object, profile_hash: hash, signature } = parsed.value;
  const checked = verifySigned(webCrypto, { object, hash, signature, keys, at: object.published_at });
  if (!checked.ok) tell(place, 'fails', `The signature does not hold: ${checked.error.message}`);
  else if (trusted === null)
    tell(
      place,
      'open',
      `${signature.kid} signed it, by the keys that the authority itself shows. Checked in this browser.`,
    );
  else tell(place, 'holds', `${signature.kid} signed it, by keys that you trust. Checked in this browser.`);
}

function tell(place: PageElement, kind: 'holds' | 'open' | 'fails', words: string): void {
  place.replaceChildren(mark(kind), el('span', {}, words));
  place.setAttribute('class', kind === 'fails' ? 'signed fails' : 'signed');
}
