import { parseStrict } from '@common/evidence/canonical';
import { webCrypto } from '@common/evidence/web';
import { SignedProfile } from '@platform/core/objects/profile';
import { verifySigned } from '@platform/core/signed/signed';
import { Check } from 'typebox/value';
import { byId, type PageElement } from '../browser/dom.ts';
import { tellMarked } from '../browser/marks.ts';
import { readerKeys } from '../browser/trusted-keys.ts';

/**
 * Runs in the browser: checks who signed each profile, under keys that the reader trusts, or else the
 * authority’s own.
 */

for (const place of byId('content').querySelectorAll('.signed')) show(place);

function show(place: PageElement): void {
  const parsed = parseStrict(place.dataset.signed ?? '');
  const { keys, areTrusted, whose } = readerKeys(place.dataset.keys ?? '');
  if (!parsed.ok || !Check(SignedProfile, parsed.value)) {
    tellMarked(place, 'fails', 'This is no signed profile.');
    return;
  }
  const { profile: object, profile_hash: hash, signature } = parsed.value;
  const checked = verifySigned(webCrypto, { object, hash, signature, keys, at: object.published_at });
  if (!checked.ok) tellMarked(place, 'fails', `The signature does not hold: ${checked.error.message}`);
  else {
    const words = `${signature.kid} signed it, ${whose}. Checked in this browser.`;
    tellMarked(place, areTrusted ? 'holds' : 'open', words);
  }
}
