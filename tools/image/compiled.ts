import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { argsOf, SERVICES } from '../start/services.ts';
import type { Account, MadeImage } from './make.ts';
import { DOORS } from './services.ts';

const START_MS = 120_000;
const KIB_IN_MIB = 1_024;
const TICK_MS = 10;
/** Code that only some starts load, such as a first one, need not be there. */
const LEAST_SHARE = 0.98;

interface Start {
  /** The time until it was ready, by the clock and of the processor. */
  readonly ms: number;
  readonly cpuMs: number;
  /** The memory when it was ready. */
  readonly mib: number;
  readonly output: string;
}

/**
 * Starts each service alone, without and with the image's compiled code, and compares time and memory. Throws
 * if Node does not use the code: a service would only start more slowly, which nobody would notice.
 */
export async function showCompiled(
  made: MadeImage,
  account: Account,
  say: (line: string) => void,
): Promise<void> {
  const { NODE_COMPILE_CACHE: kept = '', ...without } = made.env;
  const ports = Object.fromEntries(Object.values(DOORS).map(({ port }) => [port, '0']));
  const own = { ...ports, SCREENER_HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  for (const service of SERVICES) {
    const { name } = service;
    const start = (env: MadeImage['env']) => startAlone(made, account, argsOf(service), { ...env, ...own });
    const anew = await start(without);
    const again = await start({ ...without, NODE_COMPILE_CACHE: kept });
    const told = await start({ ...without, NODE_COMPILE_CACHE: kept, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
    const modules = told.output.match(/\] V8 code cache for .* was /g)?.length ?? 0;
    const taken = told.output.match(/\] V8 code cache for .* was accepted, /g)?.length ?? 0;
    say(
      `${name}: ready ${inWords(anew)}; with the compiled code of ${taken} of ${modules} modules ${inWords(again)}`,
    );
    if (modules === 0 || taken < modules * LEAST_SHARE)
      throw new Error(`${name} takes the compiled code of only ${taken} of ${modules} modules`);
  }
}

function inWords({ ms, cpuMs, mib }: Start): string {
  return `after ${ms} ms, ${cpuMs} of the processor, with ${mib} MiB`;
}

async function startAlone(
  { folder }: MadeImage,
  account: Account,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Start> {
  const begun = performance.now();
  const child = spawn('node', args, { cwd: folder, env, ...account, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  let output = '';
  const looks: Promise<Omit<Start, 'output'>>[] = [];
  const look = async () => {
    const ms = Math.round(performance.now() - begun);
    const [status, stat] = await Promise.all(
      ['status', 'stat'].map((name) => readFile(`/proc/${child.pid}/${name}`, 'utf8')),
    );
    child.kill('SIGTERM');
    const mib = Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status ?? '')?.[1]) / KIB_IN_MIB);
    // User and system time, in ticks of 10 ms, are the 14th and 15th field. The second field, in brackets,
    // may contain blanks.
    const [user, system] =
      stat
        ?.slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13) ?? [];
    return { ms, cpuMs: (Number(user) + Number(system)) * TICK_MS, mib };
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      if (looks.length === 0 && / ready at /.test(part)) looks.push(look());
    });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(timer);
  const found = await looks[0];
  if (code !== 0 || found === undefined)
    throw new Error(`${args.join(' ')} ended with ${code}: ${output.slice(-2_000)}`);
  return { ...found, output };
}
