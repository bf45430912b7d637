import { requiredMs } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import { mandateRefusals } from '@platform/core/decide/mandate-bounds';
import { Mandate } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';
import { byId } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { refuseToSign, showCompared } from '../site/compared.ts';
import { readShown, type ShownText } from '../site/shown-text.ts';
import { checkProfile } from '../use-cases/profiles.ts';
import { mandateRows } from './mandate-rows.ts';
import { mandatePieces } from './mandate-words.ts';
import { mandatePanel } from './sign-mandate.ts';
import type { MandateSigning } from './signing-data.ts';

/**
 * Runs in the browser: reads the mandate back from the page, hashes it, and only then makes the form that
 * signs.
 */

const data = JSON.parse(byId('signing-data').dataset.signing ?? '') as MandateSigning;
const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
const compared = compare();
if (compared.ok) show(compared.value);
else refuseToSign(compared.error.message);

/**
 * Reads the mandate that the page shows, and checks with the command’s code that the profile allows it and
 * that a principal signed the profile.
 */
function compare(): Result<ShownText<Mandate>> {
  const shown = readShown(Mandate, {
    rows: (mandate) => mandateRows(mandate, data.manifest),
    sentence: (mandate) => mandatePieces(mandate, data.manifest),
  });
  if (!shown.ok) return shown;
  const profile = checkProfile(webCrypto, keys, data.profile);
  if (!profile.ok) return profile;
  const { value: mandate } = shown.value;
  const [refusal] = mandateRefusals(data.profile.profile, data.manifest, mandate, requiredMs(data.now));
  return refusal === undefined ? ok(shown.value) : refusal;
}

function show({ value: mandate, hash, bytes }: ShownText<Mandate>): void {
  const publisher = printable(data.profile.profile.published_by);
  showCompared(hash, areTrusted, { bytes: String(bytes), publisher });
  const again = () => {
    const now = compare();
    return now.ok ? ok(now.value.hash) : now;
  };
  byId('signing').replaceChildren(mandatePanel({ data, keys, mandate, hash, again }));
}
