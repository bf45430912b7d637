import { capitalised } from '@common/base/english';
import { fail, ok, type Result } from '@common/base/result';
import { webCrypto } from '@common/evidence/web';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { type Profile, SignedProfile } from '@platform/core/objects/profile';
import type { Signature } from '@platform/core/objects/signature';
import { printable } from '@platform/core/verify/report-html';
import { counted } from '@platform/words/short';
import { Check } from 'typebox/value';
import { sendToConsole } from '../browser/ask-console.ts';
import type { PageElement } from '../browser/dom.ts';
import { tellDone } from '../signing/done.ts';
import { typedPanel } from '../signing/typed-panel.ts';
import { checkProfile, checkPublisher } from '../use-cases/profiles.ts';
import type { PublicationSigning } from './signing-data.ts';

interface Publishing {
  readonly data: PublicationSigning;
  readonly keys: KeySet;
  readonly profile: Profile;
  readonly hash: string;
  /** Reads the page once more, and returns the hash of its text; or says why nothing must be signed. */
  readonly again: () => Result<string>;
}

/** The form that signs a version and puts it in force. */
export function publishPanel(given: Publishing): PageElement {
  const { data, keys, profile, hash, again } = given;
  const known = { ...data.keys, ...keys };
  const version = printable(`${profile.name}@${profile.version}`);
  const allows = (entry: KeyEntry) => checkPublisher(entry, profile.published_by);
  return typedPanel({
    slots: { version },
    unit: '',
    isRight: (typed) => typed.trim() === String(data.ending),
    differs: (typed) => `You typed “${printable(typed.trim())}”; another number of mandates ends.`,
    signing: {
      id: 'publish',
      deed: `Publish ${version}`,
      type: 'sanad/profile/1',
      keys: known,
      allows,
      asked: Object.values(known).filter(
        ({ role, person }) => role === 'principal' && person === profile.published_by,
      ),
      hash: async () => {
        const now = again();
        return now.ok && now.value !== hash ? fail('changed', 'The text on this page has changed') : now;
      },
      send: (signature) => publish(given, signature),
    },
  });
}

function endedWords(count: number): string {
  if (count === 0) return '';
  const [ended, they] =
    count === 1
      ? ['One mandate', 'it until it is']
      : [`${capitalised(counted(count))} mandates`, 'them until they are'];
  return `${ended} ended: agents cannot act under ${they} signed anew.`;
}

async function publish(
  { data, keys, profile, hash }: Publishing,
  signature: Signature,
): Promise<Result<unknown>> {
  const body = { profile, profile_hash: hash, signature };
  const sent = await sendToConsole(`/policy/${profile.name}/publish`, body, 'Not published.');
  if (!sent.ok) return sent;
  const signed = Check(SignedProfile, sent.value) ? sent.value : null;
  // INVARIANT: the page says “in force” only if the authority’s answer shows this text, signed by its
  // publisher’s key.
  if (signed?.profile_hash !== hash || !checkProfile(webCrypto, keys, signed).ok) {
    return fail('not_shown', 'The authority does not show it in force. Look at /policy to see.');
  }
  tellDone({
    heading: `${printable(profile.name)} ${printable(profile.version)} is in force`,
    crumb: 'signed, and in force',
    words:
      `In force: ${profile.name}@${profile.version}, signed by ${signature.kid}. ${endedWords(data.ending)}`.trimEnd(),
    href: data.ending === 0 ? `/policy/${profile.name}` : `/mandates/renew/${profile.name}`,
  });
  return ok(undefined);
}
