import { fail, ok, type Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import { Profile } from '@platform/core/objects/profile';
import { compareVersions } from '@platform/core/signed/profile';
import { printable } from '@platform/core/verify/report-html';
import { byId } from '../browser/dom.ts';
import { readerKeys } from '../browser/trusted-keys.ts';
import { refuseToSign, showCompared } from '../site/compared.ts';
import { readShown, type ShownText } from '../site/shown-text.ts';
import { checkProfile, checkStillReplaces } from '../use-cases/profiles.ts';
import { changeRows, profileRows, publicationPieces } from './profile-rows.ts';
import { publishPanel } from './publish-profile.ts';
import type { PublicationSigning } from './signing-data.ts';

/**
 * Runs in the browser: reads the draft back from the page, hashes it, and only then makes the form that
 * signs.
 */

const data = JSON.parse(byId('signing-data').dataset.signing ?? '') as PublicationSigning;
const { keys, areTrusted } = readerKeys(JSON.stringify(data.keys));
const compared = compare();
if (compared.ok) show(compared.value);
else refuseToSign(compared.error.message);

/**
 * Reads the draft that the page shows, and checks its changes against the version in force, which a principal
 * signed.
 */
function compare(): Result<ShownText<Profile>> {
  const { inForce, manifest } = data;
  const before = checkProfile(webCrypto, keys, inForce);
  if (!before.ok) return before;
  const shown = readShown(Profile, {
    rows: (profile) => profileRows(profile, manifest),
    sentence: (profile) => publicationPieces(profile, inForce.profile.version),
  });
  if (!shown.ok) return shown;
  const { value: profile } = shown.value;
  const over = checkStillReplaces(profile, inForce);
  if (!over.ok) return over;
  if (compareVersions(profile.version, inForce.profile.version) <= 0) {
    return fail('version_must_rise', 'Do not sign: its version is not above the one in force.');
  }
  if (!isTold(changeRows(inForce.profile, profile, manifest))) {
    return fail('page_disagrees', 'Do not sign: the changes on this page are not those of the text.');
  }
  return ok(shown.value);
}

/** Whether the table of changes shows exactly these rows. */
function isTold(rows: ReturnType<typeof changeRows>): boolean {
  const table = [...byId('content').querySelectorAll('.changes tbody tr')].map((row) =>
    (row.textContent ?? '').replaceAll(/\s/g, ''),
  );
  const told = rows.map(({ label, before, after, change }) =>
    `${label}${before}${after}${change}`.replaceAll(/\s/g, ''),
  );
  return JSON.stringify(table) === JSON.stringify(told);
}

function show({ value: profile, hash, bytes }: ShownText<Profile>): void {
  const { version, published_by } = data.inForce.profile;
  const publisher = printable(published_by);
  showCompared(hash, areTrusted, { bytes: String(bytes), publisher, before: printable(version) });
  const again = () => {
    const now = compare();
    return now.ok ? ok(now.value.hash) : now;
  };
  byId('signing').replaceChildren(publishPanel({ data, keys, profile, hash, again }));
}
