import { runFsck } from '@platform/authority/cli/fsck';
import { listNotices, resendNotice } from '@platform/authority/cli/notices';
import type { CliProcess } from '@platform/authority/cli/open-books';
import { runRestore } from '@platform/authority/cli/restore';
import { runVerifier } from '@platform/verifier/cli/program';
import { runLogFsck } from '@platform/witness/follow/fsck.cli';
import { runMonitor } from '@platform/witness/follow/monitor.cli';
import { send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import { type Ran, settings } from './backup-drill.ts';

/*
 * Commands on a deployment that a package offers as a function: they run in this process, which spares the start of another.
 * Each package tests its own program.
 */

/** What a command is given for its process: its words are kept, and its exit code is its own. */
async function within(
  env: Readonly<Record<string, string>>,
  cwd: string,
  work: (process: CliProcess & Pick<NodeJS.Process, 'cwd' | 'once'>) => Promise<void>,
): Promise<Ran> {
  let text = '';
  const stream = {
    write: (words: string) => {
      text += words;
      return true;
    },
  };
  const pretended = {
    env,
    stdout: stream,
    stderr: stream,
    exitCode: undefined,
    cwd: () => cwd,
    once: () => {},
  };
  const given = pretended as unknown as CliProcess & Pick<NodeJS.Process, 'cwd' | 'once'>;
  await work(given);
  return { code: Number(given.exitCode ?? 0), text };
}

type AuthorityCommand = 'fsck' | 'restore' | 'notices list' | 'notices list --all';

/** `sanad authority ...` with the settings of a place; throws what the program would end with. */
export function authorityCommand(place: Deployment, command: AuthorityCommand): Promise<Ran> {
  return within(settings(place), place.folder, (process) => {
    if (command === 'fsck') return runFsck(process);
    if (command === 'restore') return runRestore(process, null);
    return listNotices(process, command.endsWith('--all'));
  });
}

export function resend(place: Deployment, noticeId: string): Promise<Ran> {
  return within(settings(place), place.folder, (process) => resendNotice(process, noticeId));
}

/** `sanad log monitor --once`. */
export function monitor(
  { folder }: Deployment,
  url: string,
  state: string,
  ...vkey: readonly string[]
): Promise<Ran> {
  const options = { vkey, state, every: '60', once: true } as const;
  return within({}, folder, (process) => runMonitor(process, url, options));
}

/** `sanad log fsck <url>`. */
export function logFsck(
  { folder }: Deployment,
  url: string,
  vkey: string,
  ...witness: readonly string[]
): Promise<Ran> {
  return within({}, folder, (process) => runLogFsck(process, url, { vkey: [vkey], witness }));
}

/** By which keys the newest checkpoint is signed, once there are so many. */
export async function signers({ urls }: Deployment, count: number): Promise<readonly string[]> {
  return until(`a checkpoint with ${count} lines of the log`, async () => {
    const { text } = await send(`${urls.authority}/checkpoint`);
    const lines = (text.split('\n\n')[1] ?? '').trim().split('\n');
    const ids = lines.map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(0, 4));
    return ids.length === count ? ids.map((id) => id.toString('hex')) : null;
  });
}

/** `sanad-verify`, its lines joined to one. */
export async function verifier(...args: readonly string[]): Promise<Ran> {
  let text = '';
  const paper = {
    columns: 100,
    colour: false,
    write: (words: string) => {
      text += words;
    },
  };
  const code = await runVerifier(args, {
    stdout: paper,
    stderr: paper,
    venues: () => [],
    version: () => '0',
    clock: Date.now,
  });
  return { code, text: text.replaceAll(/\s+/g, ' ') };
}
