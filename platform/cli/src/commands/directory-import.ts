import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { entryName, keyFault, placeEntry } from '@platform/console/use-cases/directories';
import { listedValues } from '@platform/console/use-cases/lists';
import { checkProfile } from '@platform/console/use-cases/profiles';
import { applyEntry } from '@platform/core/directory/state';
import type { DirectoryEntry } from '@platform/core/objects/directory';
import type { Profile } from '@platform/core/objects/profile';
import { keyOf, signHash } from '@platform/core/signed/signed';
import { printable } from '@platform/core/verify/report-html';
import { fieldWords } from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { type AskedDirectory, askDirectory } from '../asked-directory.ts';
import { agreed, type CliContext, EXIT, type ExitCode, type Place, refuse, signerOf } from '../context.ts';
import { columns } from '../render/text.ts';
import { recordedWords, sendEntry } from './directory-sign.ts';

export interface ImportOptions {
  readonly key: string;
  readonly tenant: string;
  readonly from?: string;
  readonly yes?: true;
}

interface ImportedList {
  readonly asked: AskedDirectory;
  /** The values that the list has and the directory never had. */
  readonly values: readonly Readonly<Record<string, string>>[];
}

/**
 * Signs what the lists of an earlier version had as entries of the directories that stand for them. What has or had an
 * entry is left out, so that a second run signs only the rest, and brings back nothing that has ended.
 */
export async function importLists(place: Place, profile: string, options: ImportOptions): Promise<ExitCode> {
  const { context } = place;
  const signer = await signerOf(place, options.key);
  if (!signer.ok) return refuse(context, signer.error);
  const lists = await listsOf(place, profile, options);
  if (!lists.ok) return refuse(context, lists.error);
  const count = lists.value.reduce((sum, { values }) => sum + values.length, 0);
  if (count === 0) {
    context.out(`nothing to import: everything in the lists has or had an entry of ${options.tenant}\n`);
    return EXIT.done;
  }
  const key = keyOf((await place.localKeys()).keys, signer.value.kid);
  for (const { asked } of lists.value) {
    const at = { ...asked.id, signed_at: place.now() };
    const fault = key === undefined ? 'your key is not enrolled here' : keyFault(asked.profile, at, key);
    if (fault !== null) return refuse(context, { message: `Nothing was signed: ${fault}.` });
  }
  const words = `Entries for the tenant ${options.tenant}: what its agents may use from then on\n\n${columns(
    lists.value.flatMap(({ asked, values }) =>
      values.map((one) => [
        `  ${nameWords(asked.id.directory)}`,
        ...Object.entries(one).map(([field, value]) => `${fieldWords(field)} ${value}`),
      ]),
    ),
  )}`;
  const question = `Sign ${count === 1 ? 'this entry' : `these ${count} entries`} with ${signer.value.kid}?`;
  const yes = await agreed(context, words, question, options.yes === true);
  if (!yes.ok) return refuse(context, yes.error);
  for (const list of lists.value) {
    const done = await signList(place, list, (hash) => signHash(signer.value, hash));
    if (!done.ok) return refuse(context, done.error, EXIT.failed);
  }
  return EXIT.done;
}

async function signList(
  place: Place,
  { asked, values: lacking }: ImportedList,
  sign: (hash: string) => ReturnType<typeof signHash>,
): Promise<Result<void, string>> {
  const { crypto, context } = place;
  let { read } = asked;
  for (const values of lacking) {
    const name = entryName(asked.fields, values, read.behind.inForce);
    const draft = { change: 'added' as const, name, values, signed_at: place.now() };
    const placed = placeEntry(crypto, read, draft);
    if (!placed.ok) return placed;
    const entry: DirectoryEntry = placed.value;
    const hash = hashOf(crypto, entry);
    const signed = { entry, entry_hash: hash, signatures: [sign(hash)] };
    const sent = await sendEntry(place, signed);
    if (!sent.ok) return sent;
    context.out(`${recordedWords(entry, sent.value)}\n`);
    const next = applyEntry(crypto, read.behind, signed);
    if (!next.ok) return next;
    read = { ...read, behind: next.value };
  }
  return ok(undefined);
}

/** Each directory of the version in force, with what the earlier version’s list has beyond it. */
async function listsOf(
  place: Place,
  name: string,
  { tenant, from }: ImportOptions,
): Promise<Result<readonly ImportedList[], string>> {
  const inForce = await place.authority.profile(name);
  if (!inForce.ok) return inForce;
  const directories = Object.keys(inForce.value.profile.directories ?? {});
  if (directories.length === 0) {
    const message = `${name}@${inForce.value.profile.version} names no directories: publish a version that does, with sanad profile publish.`;
    return fail('directory_not_named', message);
  }
  const earlier = await earlierVersion(place, name, { directories, from });
  if (!earlier.ok) return earlier;
  const lists: ImportedList[] = [];
  for (const directory of directories) {
    const asked = await askDirectory(place, { profile: name, directory, tenant });
    if (!asked.ok) return asked;
    lists.push({ asked: asked.value, values: valuesOf(place.context, asked.value, earlier.value) });
  }
  return ok(lists);
}

/** The version that has the lists, with its signature checked. */
async function earlierVersion(
  { authority, crypto, localKeys }: Place,
  name: string,
  { directories, from }: { readonly directories: readonly string[]; readonly from: string | undefined },
): Promise<Result<Profile, string>> {
  const versions = await authority.versions(name);
  if (!versions.ok) return versions;
  const found = versions.value.find(({ profile }) =>
    from === undefined
      ? directories.some((list) => Array.isArray(profile.rules[list]))
      : profile.version === from,
  );
  if (found === undefined) {
    return fail(
      'version_not_found',
      `No version ${from ?? 'with these lists'} of ${name} is kept by the authority.`,
    );
  }
  const checked = checkProfile(crypto, (await localKeys()).keys, found);
  return checked.ok ? ok(found.profile) : checked;
}

/** What the list has and the directory never had. What cannot be an entry is said, and left out. */
function valuesOf(
  context: CliContext,
  { id, plugin, read }: AskedDirectory,
  earlier: Profile,
): ImportedList['values'] {
  const { values, left } = listedValues(plugin, earlier, id);
  for (const { values: out, why } of left) {
    const what = Object.values(out).join(', ');
    context.err(
      `left out of ${id.directory} of ${id.tenant}: ${printable(what)}, because ${printable(why)}\n`,
    );
  }
  const known = [...read.entries, ...read.waiting.map(({ signed }) => signed)].map(
    ({ entry }) => entry.values,
  );
  return values.filter((one) => !known.some((other) => isSame(other, one)));
}

function isSame(
  one: Readonly<Record<string, string>> | undefined,
  other: Readonly<Record<string, string>>,
): boolean {
  return (
    one !== undefined &&
    Object.keys(one).length === Object.keys(other).length &&
    Object.entries(other).every(([name, value]) => one[name] === value)
  );
}
