import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { removeDirectory } from '@common/kit/testing';
import { track } from '@common/kit/testing/reaper';
import { cpuMsOf, writtenBytesOf } from '../support/cpu.ts';
import { median, quantile } from '../support/report.ts';
import { COUNTS_FOLDER, type Counts, nothing } from './counts.ts';

/** Processes that make transfers: the platform, or the floor below it. */
export interface Subject {
  /** Process ids by service. */
  readonly pids: Readonly<Record<string, number>>;
  /** Makes one executed transfer, as the agent requests it. Throws if it ends in any other way. */
  readonly transfer: () => Promise<void>;
  /** What a database server does for the services, so far. Absent if they have none. */
  readonly server?: () => Promise<ServerWork>;
}

/**
 * A database server's work so far: transactions and savepoints that wrote, those that were tried again included, and
 * bytes of its write-ahead log.
 */
export interface ServerWork {
  readonly cpuMs: number;
  readonly commits: number;
  readonly writtenBytes: number;
}

/** One round; what is counted is for one transfer. */
export interface Round {
  readonly perSecond: number;
  /** Of all services together, with their database server. */
  readonly cpuMs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** With what is counted in the processes, for one transfer. */
export type CountedRound = Round & Counts & { readonly writtenKb: number };

const COUNTER = new URL('./counter.ts', import.meta.url);
/** For what a transfer leaves to do after its answer, such as writing receipt files. */
const SETTLE_MS = 300;
const POLL_MS = 20;
const NO_SERVER: ServerWork = { cpuMs: 0, commits: 0, writtenBytes: 0 };

export async function run(subject: Subject, count: number, atOnce: number): Promise<Round> {
  const before = await cpuMs(subject);
  const start = performance.now();
  const latencies: number[] = [];
  let left = count;
  const agent = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1;
      const begun = performance.now();
      await subject.transfer();
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, agent));
  const seconds = (performance.now() - start) / 1_000;
  return {
    perSecond: count / seconds,
    cpuMs: ((await cpuMs(subject)) - before) / count,
    medianMs: median(latencies),
    p99Ms: quantile(latencies, 0.99),
  };
}

async function cpuMs(subject: Subject): Promise<number> {
  const { cpuMs: server } = (await subject.server?.()) ?? NO_SERVER;
  return Object.values(subject.pids).reduce((sum, pid) => sum + cpuMsOf(pid), server);
}

/** A folder for counts, and the variables that make a service count. */
interface Counting extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** As `run`, with what was counted in the processes. */
  readonly run: (subject: Subject, count: number, atOnce: number) => Promise<CountedRound>;
}

export async function openCounting(): Promise<Counting> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-counts-'));
  const forget = track({ kind: 'directory', path: folder });
  return {
    env: { [COUNTS_FOLDER]: folder, NODE_OPTIONS: `--import=${COUNTER.href}` },
    async run(subject, count, atOnce) {
      const before = await workOf(folder, subject);
      const round = await run(subject, count, atOnce);
      await setTimeout(SETTLE_MS);
      const after = await workOf(folder, subject);
      const perTransfer = (name: keyof typeof after) => (after[name] - before[name]) / count;
      return {
        ...round,
        exchanges: perTransfer('exchanges'),
        commits: perTransfer('commits'),
        fileSyncs: perTransfer('fileSyncs'),
        signed: perTransfer('signed'),
        verified: perTransfer('verified'),
        writtenKb: perTransfer('writtenBytes') / 1_000,
      };
    },
    async [Symbol.asyncDispose]() {
      await removeDirectory(folder);
      forget();
    },
  };
}

async function workOf(folder: string, { pids, server }: Subject) {
  const { commits, writtenBytes } = (await server?.()) ?? NO_SERVER;
  const sum = { ...nothing(), commits, writtenBytes };
  for (const pid of Object.values(pids)) {
    const counts = await countsOf(folder, pid);
    for (const name of ['exchanges', 'commits', 'fileSyncs', 'signed', 'verified'] as const)
      sum[name] += counts[name];
    sum.writtenBytes += writtenBytesOf(pid);
  }
  return sum;
}

async function countsOf(folder: string, pid: number): Promise<Counts> {
  const file = join(folder, `${pid}.json`);
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text);
    await setTimeout(POLL_MS);
  }
}
