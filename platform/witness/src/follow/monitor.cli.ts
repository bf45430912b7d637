import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { nodeCrypto } from '@common/evidence/node';
import { readRevocations } from '../handed-revocations.adapter.ts';
import { followLog, isFollowed, type Step } from './follow-log.ts';
import { sizeOf } from './log-source.ts';
import { type Memory, openMemory } from './memory.adapter.ts';
import { type NamedLog, nameLog } from './named-log.ts';
import { openRemoteLog } from './remote-log.adapter.ts';

export interface MonitorOptions {
  readonly vkey: readonly string[];
  readonly state?: string;
  readonly every: string;
  /** A folder of signed revocations. */
  readonly revocations?: string;
  readonly once?: true;
}

/** The parts of `process` that a command needs. */
export interface CliProcess {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  exitCode?: NodeJS.Process['exitCode'];
  cwd(): string;
  once(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
}

/** The exit code if something is wrong with the log. */
const ALARM = 1;
const UNUSABLE = 2;
const MS_PER_S = 1_000;

/** Runs `sanad log monitor`. It ends with an alarm, after one look, or on a signal. */
export async function runMonitor(process: CliProcess, url: string, options: MonitorOptions): Promise<void> {
  const refuse = (message: string): void => {
    process.stderr.write(`log monitor: ${message}\n`);
    process.exitCode = UNUSABLE;
  };
  const named = nameLog(nodeCrypto, url, options.vkey);
  if (!named.ok) return refuse(named.error.message);
  if (!/^[1-9][0-9]{0,5}$/.test(options.every)) return refuse('--every is a number of seconds, from 1.');
  const folder = resolve(process.cwd(), options.state ?? `monitor-${nodeCrypto.sha256(named.value.origin)}`);
  const memory = openMemory(folder);
  const revocations = options.revocations === undefined ? null : resolve(process.cwd(), options.revocations);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  const known = await memory.read();
  if (known !== null && !isFollowed({ crypto: nodeCrypto, keys: named.value.keys }, known)) {
    return refuse(
      `what ${folder} remembers is not of this log, or signed by a key that is not given: give --vkey of its earlier key, too, or name another folder with --state.`,
    );
  }
  for (;;) {
    const ended = await look(process, named.value, { memory, revocations });
    if (ended || options.once === true) return;
    // A failed look was reported. It is not the result of a monitor that continues.
    process.exitCode = undefined;
    await setTimeout(Number(options.every) * MS_PER_S, null, { signal: stop.signal }).catch(() => {});
    if (stop.signal.aborted) return;
  }
}

/** Looks once, and reports it in a line. True if nothing more can be learned. */
async function look(
  process: CliProcess,
  { url, keys }: NamedLog,
  { memory, revocations }: { readonly memory: Memory; readonly revocations: string | null },
): Promise<boolean> {
  const source = openRemoteLog(url);
  try {
    const known = await memory.read();
    const handed = revocations === null ? [] : await readRevocations(nodeCrypto, revocations);
    const step = await followLog({ crypto: nodeCrypto, source, keys, handed }, known);
    if (!step.ok) {
      process.stderr.write(`log monitor: ${step.error.code}: ${step.error.message}\n`);
      process.exitCode = UNUSABLE;
      return false;
    }
    return await tell(process, step.value, { memory, isFirst: known === null });
  } finally {
    source.close();
  }
}

async function tell(
  process: CliProcess,
  step: Step,
  { memory, isFirst }: { readonly memory: Memory; readonly isFirst: boolean },
): Promise<boolean> {
  if ('next' in step) {
    await memory.keep(step.next);
    const grown = step.kind === 'same' ? 'unchanged' : `grown by ${step.to - step.from}, consistent`;
    const told = isFirst ? 'the first look, all of them read, and as signed' : grown;
    process.stdout.write(`${step.to} entries: ${told}\n`);
    return false;
  }
  const files = await memory.keepEvidence(step, [sizeOf(step.known), sizeOf(step.shown)]);
  process.stderr.write(
    `ALARM ${step.kind}: ${step.message}\nBoth notes, signed by the log, are kept as evidence:\n${files.map((file) => `  ${file}\n`).join('')}`,
  );
  process.exitCode = ALARM;
  return true;
}
