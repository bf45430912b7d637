import { randomBytes } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Signer } from '@platform/core/signed/signed';
import { openPersonKey } from '@platform/keys/key-files/keys';

/** A deployment's folders, as passed to the services and the command line. */
export interface Folders {
  readonly keys: string;
  readonly profiles: string;
  readonly mandates: string;
  readonly plugins: string;
}

/** People in addition to `principal_local` and `approver_cfo`, which `sanad keys init` makes. */
const MORE_PEOPLE: readonly (readonly [kid: string, person: string, role: 'principal' | 'approver'])[] = [
  ['principal_zayd', 'zayd', 'principal'],
  ['approver_guest', 'guest', 'approver'],
  ['approver_agent', 'agent_local', 'approver'],
];

export function folderVariables({ keys, profiles, mandates, plugins }: Folders): Record<string, string> {
  return { SERVICE_KEYS_DIR: keys, PROFILES_DIR: profiles, MANDATES_DIR: mandates, PLUGINS_DIR: plugins };
}

/** Runs one `sanad` command line and returns what it printed. Throws, with its error output, if it fails. */
export async function sanad(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  // Imported only here: most tests of a deployment run no command, and the import takes a second.
  const { runProgram } = await import('@platform/cli/program');
  let out = '';
  let err = '';
  const code = await runProgram(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ask: null,
    env,
    clock: Date.now,
    randomBytes,
    pause,
  });
  if (code !== 0) throw new Error(`sanad ${args.join(' ')} ended with ${code}: ${out}${err}`);
  return out;
}

/** Makes keys, secrets, profiles and first mandates, as a person would, and more people. */
export async function makePeople(folders: Folders): Promise<void> {
  await mkdir(folders.keys, { recursive: true, mode: 0o700 });
  const env = folderVariables(folders);
  await sanad(['keys', 'init'], env);
  for (const [kid, person, role] of MORE_PEOPLE) {
    await sanad(
      [
        'keys',
        'enrol',
        kid,
        '--person',
        person,
        '--role',
        role,
        ...(role === 'principal' ? ['--tenant', 'tn_zayd'] : []),
        '--yes',
      ],
      env,
    );
  }
}

/**
 * Like `makePeople`, but uses what the test run has prepared (`tools/testing/prepare-people.ts`), if
 * anything. All deployments of the run then have one id, and the same keys and mandates.
 */
export async function placePeople(folders: Folders): Promise<void> {
  const prepared = process.env.SANAD_TEST_PEOPLE;
  if (prepared === undefined) return makePeople(folders);
  for (const name of ['keys', 'profiles', 'mandates'] as const)
    await cp(join(prepared, name), folders[name], { recursive: true });
}

/** Opens the private key of a person or of a service: tests sign with both. */
export async function openSigner(folders: Folders, kid: string): Promise<Signer> {
  const isPerson = /^(principal|approver)_/.test(kid);
  return openPersonKey(join(folders.keys, ...(isPerson ? ['people'] : []), `${kid}.pem`));
}
