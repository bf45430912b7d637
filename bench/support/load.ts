import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { longPackage } from '@common/kit/testing/long-package';
import { cpuMsOf } from './cpu.ts';
import { type Bar, median, printTable, readable } from './report.ts';

const AUTOCANNON = longPackage('autocannon/autocannon.js');
const CONNECTIONS = 10;
const MAX_REPORT_BYTES = 16 * 1_048_576;

/** A process that answers, at the address that is asked. */
export interface Target {
  readonly pid: number;
  readonly url: string;
}

/** What one round of load met. */
interface Load {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Of the server for one request, in microseconds; NaN where the system does not tell. */
  readonly cpuUs: number;
}

interface LoadRound {
  readonly service: Load;
  readonly bare: Load;
}

interface LoadPlan {
  readonly rounds: number;
  readonly seconds: number;
  /** By number, not by time: a busy machine takes longer to run code warm. */
  readonly warmUpRequests: number;
  /** More arguments of autocannon: headers, a body. */
  readonly args: readonly string[];
}

/** Asks both on ten connections, from a process of its own, in rounds that alternate: both meet the same disturbances. */
export async function loadBoth(service: Target, bare: Target, plan: LoadPlan): Promise<readonly LoadRound[]> {
  const ask = (target: Target) => load(target, ['-d', String(plan.seconds), ...plan.args]);
  for (const target of [service, bare]) await load(target, ['-a', String(plan.warmUpRequests), ...plan.args]);
  const rounds: LoadRound[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const first = round % 2 === 0 ? await ask(service) : null;
    const peer = await ask(bare);
    rounds.push({ service: first ?? (await ask(service)), bare: peer });
  }
  return rounds;
}

async function load({ pid, url }: Target, args: readonly string[]): Promise<Load> {
  const before = cpuMsOf(pid);
  const all = [AUTOCANNON, '--json', '-c', String(CONNECTIONS), ...args, url];
  const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: MAX_REPORT_BYTES });
  const result = JSON.parse(stdout);
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${url} failed under load:\n${stdout}`);
  const requests: number = result.requests.total;
  return {
    perSecond: requests / result.duration,
    p99Ms: result.latency.p99,
    cpuUs: ((cpuMsOf(pid) - before) * 1_000) / requests,
  };
}

export function printLoads(
  rounds: readonly LoadRound[],
  names: Readonly<Record<keyof LoadRound, string>>,
): void {
  const row = (side: keyof LoadRound) => [
    names[side],
    ...(['perSecond', 'p99Ms', 'cpuUs'] as const).map((figure) =>
      readable(median(rounds.map((round) => round[side][figure]))),
    ),
  ];
  printTable(
    ['median of rounds', 'requests/s', 'p99 ms', 'server CPU us/request'],
    [row('service'), row('bare')],
  );
  process.stdout.write(`  ratio by round: ${rounds.map(rateOf).map(readable).join(', ')}\n`);
}

/** The service against the bare one, by requests a second. */
export function rateBar(what: string, rounds: readonly LoadRound[], limit: number): Bar {
  const measured = median(rounds.map(rateOf));
  return { what: `${what}, requests/s`, measured, is: 'at least', limit };
}

/**
 * The same by the server's processor time, which counts also where the load is at its limit before the server is; none
 * where the system does not tell.
 */
export function cpuBars(what: string, rounds: readonly LoadRound[], limit: number): readonly Bar[] {
  const measured = median(rounds.map(({ service, bare }) => bare.cpuUs / service.cpuUs));
  if (Number.isNaN(measured)) return [];
  return [{ what: `${what}, requests by server CPU`, measured, is: 'at least', limit }];
}

function rateOf({ service, bare }: LoadRound): number {
  return service.perSecond / bare.perSecond;
}
