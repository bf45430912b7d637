import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { cpuMsOf } from '../support/cpu.ts';
import { type ProcessRecord, RECORD_FOLDER } from './recorded.ts';

/** Processes that make transfers: the platform, or the floor below it. */
export interface Subject {
  /** Process ids by service. */
  readonly pids: Readonly<Record<string, number>>;
  /** Makes one executed transfer, as the agent requests it. Throws if it ends in any other way. */
  readonly transfer: () => Promise<void>;
}

export interface Round {
  readonly perSecond: number;
  /** Of all services together, per transfer. */
  readonly cpuMs: number;
}

const RECORDER = fileURLToPath(new URL('./recorder.ts', import.meta.url));
/** For what a transfer leaves to do after its answer, such as writing receipt files. */
const SETTLE_MS = 500;
const POLL_MS = 20;

export async function run(subject: Subject, count: number, atOnce: number): Promise<Round> {
  const [cpu, start] = [cpuMs(subject), performance.now()];
  let left = count;
  const agent = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      await subject.transfer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, agent));
  const seconds = (performance.now() - start) / 1_000;
  return { perSecond: count / seconds, cpuMs: (cpuMs(subject) - cpu) / count };
}

function cpuMs({ pids }: Subject): number {
  return Object.values(pids).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
}

/** By service. */
export type Records = Readonly<Record<string, ProcessRecord>>;

/** A folder for records, and the variables that make a service write one. */
interface Recording extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** What each service does for this many transfers. */
  readonly record: (subject: Subject, count: number, atOnce: number) => Promise<Records>;
}

export async function openRecording(): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-record-'));
  const forget = track({ kind: 'directory', path: folder });
  const collect = async ({ pids }: Subject) => {
    await setTimeout(SETTLE_MS);
    const named = Object.entries(pids).map(
      async ([name, pid]) => [name, await recordOf(folder, pid)] as const,
    );
    return Object.fromEntries(await Promise.all(named));
  };
  return {
    env: { [RECORD_FOLDER]: folder, NODE_OPTIONS: `--import=${RECORDER}` },
    async record(subject, count, atOnce) {
      await collect(subject);
      await run(subject, count, atOnce);
      return collect(subject);
    },
    async [Symbol.asyncDispose]() {
      await removeDirectory(folder);
      forget();
    },
  };
}

async function recordOf(folder: string, pid: number): Promise<ProcessRecord> {
  const file = join(folder, `${pid}.json`);
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text);
    await setTimeout(POLL_MS);
  }
}
