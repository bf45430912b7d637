import { connect } from 'node:net';
import { FAILURES } from '@common/kit/failures';
import { boundedGet, realSetTimer } from '@common/kit/http/bounded-get';
import { VERSION } from '@common/kit/version';
import { COUNTERPARTIES, COUNTERPARTY_NAMES, settingsOf } from '@platform/counterparties/config';
import { type Static, type TSchema, Type } from 'typebox';
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
  ...COUNTERPARTY_NAMES.map((name) =>
    door(name, settingsOf(name).port, 'BANK_HOST', COUNTERPARTIES[name].port),
  ),
  door('console', 'CONSOLE_PORT', 'CONSOLE_HOST', 8080),
];

/** Checked only if one runs, because a witness belongs on its own machine. */
const WITNESS_DOOR = door('witness', 'WITNESS_PORT', 'WITNESS_HOST', 8006);

const ANSWER_MS = 3_000;
/** This is far more than health and checks of any service need. Any program may answer. */
const MAX_BYTES = 65_536;

function door(
  name: string,
  setting: string,
  host: string,
  port: number,
  health: Door['health'] = '/healthz',
): Door {
  return { name, setting, host, port, health };
}

/**
 * Reports each service's port: free, or the program that answers, with the checks of its `/readyz` that are
 * not well.
 */
export async function checkPorts(env: Environment): Promise<readonly Finding[]> {
  const isWitness = (env.WITNESS_NAME ?? '') !== '';
  const doors = [...DOORS, ...(isWitness ? [WITNESS_DOOR] : [])];
  return (await Promise.all(doors.map((known) => look(known, env)))).flat();
}

async function look(known: Door, env: Environment): Promise<readonly Finding[]> {
  const port = Number(env[known.setting] || known.port);
  const host = reachable(env[known.host] || '127.0.0.1');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return [found.warn(known.name, `not looked at: ${known.setting} is no port`)];
  if (port === 0) return [found.ok(known.name, `${known.setting}=0 picks a free port at the start`)];
  const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!(await isTaken(host, port))) return [found.ok(known.name, `${at} is free: it does not run`)];
  const health = await askHealth(`http://${at}${known.health}`);
  const judged = judge(known, at, health);
  if (health === null || health.problem !== null) return [judged];
  return [judged, ...(await unwell(known, `http://${at}/readyz`))];
}

interface Health {
  readonly version: string | null;
  /** The status that means that it is not well. */
  readonly problem: string | null;
}

const UNWELL = Type.Union(
  ['database_not_writable', ...Object.keys(FAILURES)].map((code) => Type.Literal(code)),
);

const HealthBody = Type.Union([
  Type.Object({ status: Type.Literal('ok'), version: Type.String({ maxLength: 64 }) }),
  Type.Object({ detail: Type.Object({ error: UNWELL }) }),
  Type.Object({ error: Type.Object({ code: UNWELL }) }),
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

/** A program that listens everywhere listens here too. */
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

/** Null if the answer is not a health page of ours. */
async function askHealth(url: string): Promise<Health | null> {
  const body = await ask(url, HealthBody);
  if (body === null) return null;
  if ('version' in body) return { version: body.version, problem: null };
  return { version: null, problem: 'detail' in body ? body.detail.error : body.error.code };
}

const ReadyBody = Type.Object({
  checks: Type.Record(
    Type.String({ pattern: '^[a-z_]{1,40}$' }),
    Type.Object({
      state: Type.Union([Type.Literal('ok'), Type.Literal('warn'), Type.Literal('fail')]),
      message: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    { additionalProperties: false },
  ),
});

/**
 * The warnings of its checks, quoted as its own words, since any program may answer. An older version has
 * none, and one that is about to stop is not ready although all are well.
 */
async function unwell({ name }: Door, url: string): Promise<readonly Finding[]> {
  const body = await ask(url, ReadyBody);
  return Object.entries(body?.checks ?? {}).flatMap(([check, { state, message }]) => {
    if (state === 'ok') return [];
    if (message === undefined) return [found[state](name, `${check}: read its log`)];
    return [found[state](`${name} says`, `${check}: ${message}`)];
  });
}

/** Null if there is no such answer, whatever its status. */
async function ask<Schema extends TSchema>(url: string, schema: Schema): Promise<Static<Schema> | null> {
  const got = await boundedGet({
    url,
    headers: {},
    fetch,
    setTimer: realSetTimer,
    maxBytes: MAX_BYTES,
    overallTimeoutMs: ANSWER_MS,
    idleTimeoutMs: ANSWER_MS,
  });
  if (!got.ok) return null;
  try {
    const body: unknown = JSON.parse(Buffer.from(got.value.bytes).toString());
    return Value.Check(schema, body) ? body : null;
  } catch {
    return null;
  }
}
