import { fail, ok, type Result } from '@common/base/result';
import { entryName, keyFault, placeEntry, valuesFault } from '@platform/console/use-cases/directories';
import { checkProfile } from '@platform/console/use-cases/profiles';
import { hashOf } from '@platform/core/crypto/hash';
import { applyEntry } from '@platform/core/directory/state';
import type { DirectoryEntry } from '@platform/core/objects/directory';
import { ACCOUNT_FIELD } from '@platform/core/objects/plugin-schemas';
import type { Profile } from '@platform/core/objects/profile';
import { ListEntry } from '@platform/core/objects/rules';
import { keyOf, signHash } from '@platform/core/signed/signed';
import { accountOf } from '@platform/core/verify/account';
import { fieldWords } from '@platform/words/directories';
import { nameWords } from '@platform/words/names';
import { Value } from 'typebox/value';
import { type AskedDirectory, askDirectory } from '../asked-directory.ts';
import { agreed, EXIT, type ExitCode, type Place, refuse, signerOf } from '../context.ts';
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
  /** The values that the list has and the directory lacks. */
  readonly values: readonly Readonly<Record<string, string>>[];
}

/**
 * Signs what the lists of an earlier version had as entries of the directories that stand for them. What is in force
 * already is left out, so that a second run signs only the rest.
 */
export async function importLists(place: Place, profile: string, options: ImportOptions): Promise<ExitCode> {
  const { context } = place;
  const signer = await signerOf(place, options.key);
  if (!signer.ok) return refuse(context, signer.error);
  const lists = await listsOf(place, profile, options);
  if (!lists.ok) return refuse(context, lists.error);
  const count = lists.value.reduce((sum, { values }) => sum + values.length, 0);
  if (count === 0) {
    context.out('nothing to import: everything in the lists is in force or waits already\n');
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
    const values = valuesOf(asked.value, earlier.value);
    if (!values.ok) return values;
    lists.push({ asked: asked.value, values: values.value });
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

function valuesOf(
  { id, plugin, fields, read }: AskedDirectory,
  { rules, version }: Profile,
): Result<ImportedList['values'], string> {
  const listed: unknown = rules[id.directory] ?? [];
  const known = [...read.behind.inForce.values()].map(({ signed }) => signed.entry.values);
  const lacking: Readonly<Record<string, string>>[] = [];
  for (const one of Array.isArray(listed) ? listed : []) {
    if (!Value.Check(ListEntry, one)) continue;
    const values = withAccount(one, { id, plugin, fields });
    const fault = valuesFault(plugin, id.directory, values);
    if (fault !== null) {
      const message = `${id.directory} of ${version}: ${fault.field} ${fault.message}. Sign this entry with sanad directory add, and import the rest then.`;
      return fail('values_invalid', message);
    }
    if (!known.some((other) => isSame(other, values))) lacking.push(values);
  }
  return ok(lacking);
}

/** A list of accounts says for what there is one; whose it is stands in the connector. */
function withAccount(
  values: Readonly<Record<string, string>>,
  { id, plugin, fields }: Pick<AskedDirectory, 'id' | 'plugin' | 'fields'>,
): Readonly<Record<string, string>> {
  if (!fields.some(({ name }) => name === ACCOUNT_FIELD) || values[ACCOUNT_FIELD] !== undefined)
    return values;
  const { tenant_accounts: accounts = [] } = plugin.connector;
  const account = accountOf({ tenant_accounts: accounts }, { tenant: id.tenant, params: values });
  return account === null ? values : { ...values, [ACCOUNT_FIELD]: account };
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
