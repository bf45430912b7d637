import { connect } from 'node:net';
import { VERSION } from '@common/kit/version';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Environment, type Finding, found } from './report.ts';

interface Door {
  readonly name: string;
  readonly setting: string;
  readonly host: string;
  readonly port: number;
  readonly health: '/health' | '/healthz';
}

const DOORS: readonly Door[] = [
  door('screener', 'SCREENER_PORT', 'SCREENER_HOST', 8090, '/health'),
  door('gateway', 'GATEWAY_PORT', 'GATEWAY_HOST', 8000),
  door('authority', 'AUTHORITY_PORT', 'AUTHORITY_HOST', 8001),
  door('pep', 'PEP_PORT', 'PEP_HOST', 8002),
  door('bank', 'BANK_PORT', 'BANK_HOST', 8003),
  door('recipient', 'RECIPIENT_PORT', 'BANK_HOST', 8004),
  door('broker', 'BROKER_PORT', 'BANK_HOST', 8005),
  door('console', 'CONSOLE_PORT', 'CONSOLE_HOST', 8080),
];

/** Only where one runs: it belongs on a machine of its own. */
const WITNESS_DOOR = door('witness', 'WITNESS_PORT', 'WITNESS_HOST', 8006);

const ANSWER_MS = 3_000;

function door(
  name: string,
  setting: string,
  host: string,
  port: number,
  health: Door['health'] = '/healthz',
): Door {
  return { name, setting, host, port, health };
}

/** Each service's port: free, or who answers there. */
export function checkPorts(env: Environment): Promise<readonly Finding[]> {
  const isWitness = (env.WITNESS_NAME ?? '') !== '';
  return Promise.all(
    [...DOORS, ...(isWitness ? [WITNESS_DOOR] : [])].map(async (known): Promise<Finding> => {
      const port = Number(env[known.setting] || known.port);
      const host = reachable(env[known.host] || '127.0.0.1');
      if (!Number.isInteger(port) || port < 0 || port > 65_535)
        return found.warn(known.name, `not looked at: ${known.setting} is no port`);
      if (port === 0) return found.ok(known.name, `${known.setting}=0 picks a free port at the start`);
      const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
      if (!(await isTaken(host, port))) return found.ok(known.name, `${at} is free: it does not run`);
      return judge(known, at, await askHealth(`http://${at}${known.health}`));
    }),
  );
}

interface Health {
  readonly version: string | null;
  /** The code with which it says that it is not well. */
  readonly problem: string | null;
}

const HealthBody = Type.Union([
  Type.Object({ status: Type.Literal('ok'), version: Type.String() }),
  Type.Object({ detail: Type.Object({ error: Type.Literal('database_not_writable') }) }),
  Type.Object({ error: Type.Object({ code: Type.Literal('database_not_writable') }) }),
]);

function judge({ name, setting }: Door, at: string, health: Health | null): Finding {
  if (health === null) {
    return found.fail(
      name,
      `${at} is taken by a program that is not Sanad’s ${name}: stop it, or choose another port with ${setting}`,
    );
  }
  const { version, problem } = health;
  if (problem !== null) return found.fail(name, `${at} answers, but is not well (${problem}): read its log`);
  if (version === VERSION) return found.ok(name, `Sanad ${version} answers at ${at}`);
  return found.warn(name, `Sanad ${version} answers at ${at}, and this is ${VERSION}: restart it`);
}

/** Whoever listens everywhere listens here too. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (taken: boolean): void => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(ANSWER_MS, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** Null if what answers is not a health page of ours. */
async function askHealth(url: string): Promise<Health | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'error' });
    const body: Static<typeof HealthBody> = Value.Parse(HealthBody, await response.json());
    if ('version' in body) return { version: body.version, problem: null };
    return { version: null, problem: 'detail' in body ? body.detail.error : body.error.code };
  } catch {
    return null;
  }
}
