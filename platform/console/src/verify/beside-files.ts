import { capitalised } from '@common/base/english';
import { fail, ok, type Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import { type BesideInputs, type BesideKind, type GivenText, readBeside } from '@platform/core/verify/beside';
import { quoted } from '@platform/words/short';
import { byId } from '../browser/dom.ts';
import { textOfFile } from '../browser/given.ts';

const INPUTS = {
  policy: byId('policy-file'),
  proof: byId('proof-file'),
  anchor: byId('anchor-file'),
  trustedRoot: byId('trusted-root-file'),
  anchorKey: byId('anchor-key-file'),
  cloudKeys: byId('cloud-keys-file'),
} as const satisfies Readonly<Record<BesideKind, unknown>>;

/** The page’s labels, in the form that they have within a sentence. */
const NAMES: Readonly<Record<BesideKind, string>> = {
  policy: 'the policy',
  proof: 'the proof of the log',
  anchor: 'the entry in a public log',
  trustedRoot: 'the trusted root',
  anchorKey: 'the key that posts the heads',
  cloudKeys: 'the cloud’s keys',
};

export function onBesideChange(listener: () => void): void {
  for (const input of Object.values(INPUTS)) input.addEventListener('change', listener);
}

export function hasBesideFiles(): boolean {
  return Object.values(INPUTS).some(({ files }) => (files?.length ?? 0) > 0);
}

/** Reads the files that the reader chose beside the receipt and its keys, as the command reads them. */
export async function readBesideInputs(): Promise<Result<BesideInputs>> {
  const given: Partial<Record<BesideKind, GivenText>> = {};
  for (const kind of Object.keys(INPUTS) as BesideKind[]) {
    const file = INPUTS[kind].files?.[0];
    if (file === undefined) continue;
    const text = await textOfFile(file);
    if (!text.ok) return text;
    given[kind] = { label: `${NAMES[kind]}, ${quoted(file.name)}`, text: text.value };
  }
  if (Object.keys(given).length === 0) return ok({ cloudKeys: null });
  const read = readBeside({ crypto: webCrypto, names: NAMES, now: Date.now() }, given);
  // Every refusal begins with the name of the file’s field, which is in lower case.
  return read.ok ? read : fail(read.error.code, capitalised(read.error.message));
}
