import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { nodeCrypto } from '@common/evidence/node';
import {
  createKeyFile,
  isErrorCode,
  KeyFileError,
  makePrivateFolder,
  moveKeyFile,
  readKeyFile,
} from '@common/kit/private-file';
import { readSecret } from '@common/kit/secret-file';
import { type Mandate, SignedMandate } from '@platform/core/objects/mandate';
import { SignedProfile } from '@platform/core/objects/profile';
import { brokerSecretName } from '@platform/keys/broker-secrets';
import { openDeploymentId } from '@platform/keys/deployment-id';
import { replaceServiceKey } from '@platform/keys/key-files/change-key';
import { addLogKey, giveUpLogKey, logKeyChange, retireLogKey } from '@platform/keys/key-files/change-log-key';
import { readIssuerKey } from '@platform/keys/key-files/issuer-key';
import { readPublicKey } from '@platform/keys/key-files/key-pair';
import {
  addPublicEntry,
  createKey,
  nextFile,
  openPersonKey,
  openServiceKey,
  replacePublicEntry,
  watchPublicKeys,
} from '@platform/keys/key-files/keys';
import { KEYS_FOLDER } from '@platform/keys/key-files/keys-folder';
import { openLogKeys } from '@platform/keys/key-files/log-keys';
import { longestLeaseMs } from '@platform/keys/longest-lease';
import { pluginFolders, readPlugins } from '@platform/keys/plugin-folders';
import type { PluginPlaces } from '@platform/keys/plugin-settings';
import { Value } from 'typebox/value';
import type { Deployment, PluginFolder } from '../use-cases/deployment.ts';

interface Folders {
  readonly keys: string;
  readonly profiles: string;
  /** One folder, or several places. */
  readonly plugins: string | PluginPlaces;
  readonly mandates: string;
}

interface GivenSecrets {
  readonly jwt: string | undefined;
  readonly gateway: string | undefined;
  readonly broker: string | undefined;
}

const OWN_PEOPLE = 'own-people';
const OWN_PEOPLE_TEXT =
  'People of this deployment make their own keys: `sanad keys init` makes none for them. A principal’s is put here by `sanad keys add-root`.\n';

/** A local deployment in its folders. A secret from the environment replaces its file. */
export function openLocalDeployment(
  folders: Folders,
  secrets: GivenSecrets,
  { clock, pause }: { readonly clock: () => number; readonly pause: (ms: number) => Promise<unknown> },
): Deployment {
  return {
    id: () => openDeploymentId(folders.keys),
    hasOwnPeople: () => isThere(join(folders.keys, OWN_PEOPLE)),
    leaveOutPeople: async () => {
      await makePrivateFolder(folders.keys);
      await createKeyFile(join(folders.keys, OWN_PEOPLE), OWN_PEOPLE_TEXT, 'public');
    },
    ensureFolders: async () => {
      for (const name of Object.values(KEYS_FOLDER)) await makePrivateFolder(join(folders.keys, name));
    },
    ...serviceKeys(folders.keys, secrets, clock),
    ...logKeys(folders.keys, clock),
    ...peoplesKeys(folders.keys),
    plugins: () => draftsIn(folders.plugins),
    ...profileFiles(folders.profiles, pause),
    mandates: () => readMandates(folders.mandates),
    hasMandate: (plugin) => isThere(join(folders.mandates, `${plugin}.json`)),
    writeMandate: async (plugin, signed) => {
      await mkdir(folders.mandates, { recursive: true });
      return createKeyFile(join(folders.mandates, `${plugin}.json`), jsonText(signed), 'public');
    },
  };
}

function serviceKeys(
  dir: string,
  secrets: GivenSecrets,
  clock: () => number,
): Pick<
  Deployment,
  'ensureServiceKey' | 'replaceServiceKey' | 'ensureSecret' | 'jwtSecret' | 'ensureBrokerSecret'
> {
  const given = {
    'jwt.secret': secrets.jwt,
    'gateway.secret': secrets.gateway,
    'broker.secret': secrets.broker,
  } as const;
  const secretOf = (name: keyof typeof given) => readSecret({ dir, name, fromEnv: given[name] });
  return {
    ensureServiceKey: (key) => openServiceKey({ ...key, dir, alg: 'ed25519', clock }),
    replaceServiceKey: (kid) => usable(() => replaceServiceKey(dir, kid, clock())),
    ensureSecret: async (name) => {
      const wasThere = given[name] !== undefined || (await isThere(join(dir, name)));
      await secretOf(name);
      return !wasThere;
    },
    jwtSecret: () => secretOf('jwt.secret'),
    ensureBrokerSecret: async (kid) => {
      const name = brokerSecretName(kid);
      await readSecret({ dir, name, fromEnv: undefined });
      return join(dir, name);
    },
  };
}

function logKeys(
  dir: string,
  clock: () => number,
): Pick<Deployment, 'ensureLogKey' | 'addLogKey' | 'logKeyChange' | 'retireLogKey' | 'giveUpLogKey'> {
  return {
    ensureLogKey: async () => (await openLogKeys(dir)).created,
    addLogKey: () => usable(() => addLogKey(dir)),
    logKeyChange: () => logKeyChange(dir),
    retireLogKey: (stolen) => usable(() => retireLogKey(dir, { nowMs: clock(), stolen })),
    giveUpLogKey: (publicKey, stolen) =>
      usable(() => giveUpLogKey(dir, publicKey, { nowMs: clock(), stolen })),
  };
}

/** Turns the errors of a keys folder into refusals for the person who asked. */
async function usable<Value>(work: () => Promise<Value>): Promise<Result<Value, 'key_unusable'>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof KeyFileError) return fail('key_unusable', error.message);
    throw error;
  }
}

function peoplesKeys(
  dir: string,
): Pick<
  Deployment,
  | 'replacePublicKey'
  | 'ensurePersonKey'
  | 'nextPersonKey'
  | 'takeNextPersonKey'
  | 'nextKeyOf'
  | 'personKey'
  | 'serviceKey'
  | 'publicKeyFile'
  | 'issuerKeyFile'
  | 'publicKeys'
  | 'writePublicKey'
> {
  const people = join(dir, KEYS_FOLDER.people);
  // Looks at the folder every time, so that it sees what this program wrote a moment ago.
  const publicKeys = watchPublicKeys(dir, 0);
  return {
    ensurePersonKey: (kid, alg) => createKey({ file: join(people, `${kid}.pem`), alg }),
    nextPersonKey: async (kid, alg) => ({ ...(await createKey({ file: nextFile(people, kid), alg })), kid }),
    nextKeyOf: async (kid) => {
      const next = nextFile(people, kid);
      return (await isThere(next)) ? (await openPersonKey(next)).public_key : null;
    },
    takeNextPersonKey: async (kid) => {
      const next = nextFile(people, kid);
      if (await isThere(next)) await moveKeyFile(next, join(people, `${kid}.pem`));
    },
    personKey: async (kidOrFile) => {
      const isFile = kidOrFile.includes('/') || kidOrFile.endsWith('.pem');
      const file = isFile ? kidOrFile : join(people, `${kidOrFile}.pem`);
      return usable(async () => ({ ...(await openPersonKey(file)), created: false }));
    },
    serviceKey: (kid) =>
      usable(async () => ({ ...(await openPersonKey(join(dir, `${kid}.pem`))), created: false })),
    publicKeyFile: (file) => usable(async () => readPublicKey(await textOfKey(file), file)),
    issuerKeyFile: (file, kid) =>
      usable(async () => {
        const text = await textOfKey(file);
        return text.trimStart().startsWith('{')
          ? readIssuerKey(text, file, kid)
          : { ...readPublicKey(text, file), times: null };
      }),
    publicKeys,
    replacePublicKey: async (entry, read) => {
      if (!isDeepStrictEqual((await publicKeys())[entry.kid], read)) return false;
      await replacePublicEntry(dir, entry);
      return true;
    },
    writePublicKey: (entry) => addPublicEntry(dir, entry),
  };
}

async function textOfKey(file: string): Promise<string> {
  const text = await readKeyFile(file, 'public');
  if (text === undefined) throw new KeyFileError(`${file} does not exist.`);
  return text;
}

function profileFiles(
  folder: string,
  pause: (ms: number) => Promise<unknown>,
): Pick<Deployment, 'profile' | 'writeFirstEntries' | 'writeFirstProfile' | 'writeProfile'> {
  const history = join(folder, 'history');
  const inForce = (name: string): string => join(folder, `${name}.json`);
  const copyOf = ({ profile }: SignedProfile): string =>
    join(history, `${profile.name}@${profile.version}.json`);
  return {
    profile: async (name) => {
      const text = await readIfThere(inForce(name));
      if (text === null) return null;
      const parsed = parseStrict(text);
      if (parsed.ok && Value.Check(SignedProfile, parsed.value)) return parsed.value;
      throw new Error(`${inForce(name)} is not a signed profile: restore it from ${history}`);
    },
    writeFirstEntries: async (entries) => {
      const { profile, directory } = entries[0]?.entry ?? {};
      const file = join(folder, 'directories', `${profile}.${directory}.json`);
      if (await isThere(file)) return false;
      await writeWhole(file, jsonText(entries));
      return true;
    },
    writeFirstProfile: async (signed) => {
      await mkdir(history, { recursive: true });
      if (!(await createKeyFile(inForce(signed.profile.name), jsonText(signed), 'public'))) return false;
      await createKeyFile(copyOf(signed), jsonText(signed), 'public');
      return true;
    },
    writeProfile: async (signed) => {
      // The copy is written first, so the profile in force is always in the history.
      await writeWhole(copyOf(signed), jsonText(signed));
      const file = inForce(signed.profile.name);
      await writeWhole(file, jsonText(signed));
      // It ends the mandates of earlier versions, and nobody here knows which leases authorities have given.
      await pause(longestLeaseMs());
      return file;
    },
  };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function readMandates(folder: string): Promise<readonly Mandate[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => {
    const parsed = parseStrict(text);
    return parsed.ok && Value.Check(SignedMandate, parsed.value) ? [parsed.value.contract] : [];
  });
}

async function draftsIn(places: string | PluginPlaces): Promise<readonly PluginFolder[]> {
  const [folders, plugins] = [pluginFolders(places), readPlugins(places, nodeCrypto)];
  if (!folders.ok) throw new Error(folders.error.message);
  if (!plugins.ok) throw new Error(plugins.error.message);
  return Promise.all(
    [...plugins.value].map(async ([name, { manifest, connector }]) => {
      const draft: unknown = JSON.parse(
        await readFile(join(folders.value.get(name) ?? '', 'profile.json'), 'utf8'),
      );
      return { manifest, connector, profileDraft: draft };
    }),
  );
}

/** Replaces a file such that readers find the old one or the new one, whole, even after a power cut. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = await open(draft, 'wx');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => {
      if (isErrorCode(error, 'ENOENT')) return false;
      throw error;
    },
  );
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  });
}
