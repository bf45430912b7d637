import { fail, ok, type Result } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import type { PluginFolder } from '@platform/console/use-cases/deployment';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import {
  checkProfile,
  checkPublisher,
  checkStillReplaces,
  checkVersionRises,
  pluginFacts,
  readDraft,
  signProfile,
} from '@platform/console/use-cases/profiles';
import { readReason } from '@platform/console/use-cases/reason';
import { withEarlier } from '@platform/core/directory/earlier';
import { isAuthentic } from '@platform/core/directory/signers';
import type { SignedEntry } from '@platform/core/objects/directory';
import { Profile, type ProfileDraft, type SignedProfile } from '@platform/core/objects/profile';
import { keyOf, verifySigned } from '@platform/core/signed/signed';
import { Command } from 'commander';
import { EXIT, type ExitCode, type Place, printJson, type Run, refuse } from '../context.ts';
import {
  addSigningOptions,
  objectToSign,
  principalOf,
  type SigningOptions,
  signerAfterYes,
} from '../principal-signing.ts';
import { readJsonFile } from '../read-json.ts';
import { profileWords } from '../render/words.ts';
import { endsWords } from './profile-ends.ts';

interface PublishOptions extends SigningOptions {
  readonly key: string;
  readonly reason: string;
  readonly json?: true;
}

/** The command `sanad profile publish|renew|show`. */
export function profileCommand(run: Run): Command {
  const profile = new Command('profile').description('the bounds on all of a plugin’s mandates');
  addSigningOptions(profile.command('publish'))
    .description('sign a draft and put it in force; mandates under older versions then expire')
    .argument(
      '<file>',
      'the draft, such as what profile show --json prints, changed and with a higher version',
    )
    .requiredOption('--reason <text>', 'required: why; it is signed and published')
    .option('--key <kid>', 'the principal’s key', LOCAL.principalKid)
    .option('--json', 'print the signed profile')
    .action((file: string, options: PublishOptions) => run((place) => publish(place, file, options)));
  addSigningOptions(profile.command('renew'))
    .description(
      'sign the rules in force again, under the next version, for the plugin’s files as they are now: after an upgrade that changed them',
    )
    .argument('<name>', '<plugin>.v1')
    .requiredOption('--reason <text>', 'required: why; it is signed and published')
    .option('--key <kid>', 'the principal’s key', LOCAL.principalKid)
    .option('--json', 'print the signed profile')
    .action((name: string, options: PublishOptions) => run((place) => renew(place, name, options)));
  profile
    .command('show')
    .description('the profile in force, with its hash and signature checked')
    .argument('<name>', '<plugin>.v1')
    .option('--json', 'print the signed profile')
    .action((name: string, options: { readonly json?: true }) => run((place) => show(place, name, options)));
  return profile;
}

async function publish(place: Place, file: string, options: PublishOptions): Promise<ExitCode> {
  const given = await readJsonFile(file);
  return given.ok ? publishDraft(place, given.value, options) : refuse(place.context, given.error);
}

async function renew(place: Place, name: string, options: PublishOptions): Promise<ExitCode> {
  const inForce = await place.deployment.profile(name);
  if (inForce === null) {
    return refuse(place.context, { message: `There is no profile ${name} here: publish a draft of one.` });
  }
  const plugin = await pluginOf(place, inForce.profile.plugin);
  if (plugin !== undefined && (await isAsNow(place, inForce, plugin))) {
    const { version } = inForce.profile;
    if (options.json) printJson(place.context, inForce);
    else
      place.context.out(
        `nothing to renew: ${name}@${version} is signed for the plugin’s files as they are\n`,
      );
    return EXIT.done;
  }
  return publishNext(place, inForce, inForce.profile, options);
}

/** Publishes a profile’s rules, which a draft may change, under the version that follows the one in force. */
export function publishNext(
  place: Place,
  inForce: SignedProfile,
  draft: ProfileDraft,
  options: PublishOptions,
): Promise<ExitCode> {
  const version = inForce.profile.version.replace(/\d+$/, (last) => String(Number(last) + 1));
  return publishDraft(place, { ...inForce, profile: { ...draft, version } }, options);
}

/** Whether the version in force is signed for the plugin’s present files, with a key that still counts. */
async function isAsNow(
  { crypto, localKeys, now }: Place,
  { profile: object, profile_hash: hash, signature }: SignedProfile,
  plugin: PluginFolder,
): Promise<boolean> {
  const { keys } = await localKeys();
  const facts = pluginFacts(crypto, plugin);
  return (
    verifySigned(crypto, { object, hash, signature, keys, at: now() }).ok &&
    facts.plugin_hash === object.plugin_hash &&
    hashOf(crypto, facts.counterparty) === hashOf(crypto, object.counterparty)
  );
}

async function pluginOf({ deployment }: Place, name: string): Promise<PluginFolder | undefined> {
  return (await deployment.plugins()).find(({ manifest }) => manifest.name === name);
}

async function publishDraft(place: Place, given: unknown, options: PublishOptions): Promise<ExitCode> {
  const { context, crypto, deployment } = place;
  const draft = readDraft(
    (await deployment.plugins()).map(({ manifest }) => manifest),
    given,
  );
  if (!draft.ok) return refuse(context, draft.error);
  const reason = readReason(options.reason);
  if (!reason.ok) return refuse(context, reason.error);
  const inForce = await deployment.profile(draft.value.name);
  const rises = checkVersionRises(draft.value, inForce);
  if (!rises.ok) return refuse(context, rises.error);
  const principal = await principalOf(place, options.key);
  if (!principal.ok) return refuse(context, principal.error);
  const plugin = await pluginOf(place, draft.value.plugin);
  if (plugin === undefined) {
    const message = `PLUGINS_DIR has no plugin ${draft.value.plugin}: its files are signed with the profile.`;
    return refuse(context, { message });
  }
  const { kid, person } = principal.value;
  const { keys } = await place.localKeys();
  const entry = keyOf(keys, kid);
  const may = entry?.role === 'principal' ? checkPublisher(entry, person) : ok(undefined);
  if (!may.ok) return refuse(context, may.error);
  const heads = await headsFor(place, draft.value, inForce);
  if (!heads.ok) return refuse(context, heads.error, EXIT.failed);
  const shown = await objectToSign(principal.value, options, Profile, async () =>
    ok<Profile>({
      type: 'sanad/profile/1',
      ...withEarlier(draft.value, inForce?.profile ?? null, heads.value),
      deployment: await deployment.id(),
      ...pluginFacts(crypto, plugin),
      published_by: person,
      published_at: place.now(),
      reason: reason.value,
      ...(inForce === null ? {} : { replaces: inForce.profile_hash }),
    }),
  );
  if (!shown.ok) return refuse(context, shown.error);
  const object = shown.value;
  const ends = inForce === null ? null : await endsWords(place, draft.value, plugin.manifest);
  const words = profileWords(object, hashOf(crypto, object), await place.manifestOf(object.name), ends);
  const question = `Put it in force with ${kid}?`;
  const signer = await signerAfterYes(place, principal.value, { object, words, question, options });
  if (!signer.ok) return refuse(context, signer.error);
  if (signer.value === null) return EXIT.done;
  const signed = signProfile(crypto, signer.value, object, object);
  const checked = checkProfile(crypto, keys, signed);
  if (!checked.ok) return refuse(context, checked.error);
  const still = checkStillReplaces(object, await deployment.profile(draft.value.name));
  if (!still.ok) return refuse(context, still.error);
  const inForceAt = await putInForce(place, signed);
  if (!inForceAt.ok) return refuse(context, inForceAt.error, EXIT.failed);
  if (options.json) printJson(context, signed);
  else context.out(`in force: ${signed.profile.name}@${signed.profile.version}${inForceAt.value}\n`);
  return EXIT.done;
}

/**
 * The newest entries of directories, which a version names that begins to ask for two people. INVARIANT: only entries that
 * people signed are named, so the authority can at most leave some out.
 */
async function headsFor(
  { authority, crypto, localKeys }: Place,
  draft: ProfileDraft,
  inForce: SignedProfile | null,
): Promise<Result<readonly SignedEntry[]>> {
  const known = inForce?.profile.directories ?? {};
  const begins = Object.entries(draft.directories ?? {}).some(
    ([name, { needed }]) => needed > (known[name]?.needed ?? needed),
  );
  if (!begins) return ok([]);
  const heads = await authority.directoryHeads();
  if (!heads.ok) return heads;
  const { keys } = await localKeys();
  const stranger = heads.value.find(
    (head) => hashOf(crypto, head.entry) !== head.entry_hash || !isAuthentic(crypto, head, keys),
  );
  if (stranger === undefined) return ok(heads.value);
  const { tenant, directory } = stranger.entry;
  return fail(
    'directory_disagrees',
    `No people enrolled here signed the newest entry of ${directory} of ${tenant} that the authority shows.`,
  );
}

/**
 * Puts the version in force, and says where. INVARIANT: returns once no call can begin under an earlier version. The
 * authority knows best for how long to wait; where it cannot answer, the file is written here, so that rules can end
 * without it.
 */
async function putInForce(
  { authority, deployment }: Place,
  signed: SignedProfile,
): Promise<Result<string, 'authority_refused'>> {
  const published = await authority.publish(signed);
  if (published.ok) return ok('');
  const { code, message, detail } = published.error;
  const { status } = (detail ?? {}) as { readonly status?: number };
  if (code === 'authority_refused' && status !== undefined && status < 500) return fail(code, message);
  return ok(` (${await deployment.writeProfile(signed)})`);
}

async function show(place: Place, name: string, options: { readonly json?: true }): Promise<ExitCode> {
  const { context, crypto, authority } = place;
  const answer = await authority.profile(name);
  if (!answer.ok) return refuse(context, answer.error, EXIT.failed);
  const { keys } = await place.localKeys();
  const checked = checkProfile(crypto, keys, answer.value);
  if (!checked.ok) return refuse(context, checked.error, EXIT.failed);
  if (options.json) printJson(context, answer.value);
  else {
    const { profile, profile_hash: hash } = answer.value;
    context.out(profileWords(profile, hash, await place.manifestOf(profile.name)));
  }
  return EXIT.done;
}
