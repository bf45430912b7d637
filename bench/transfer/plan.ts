import type { Amount, ProcessRecord } from './recorded.ts';

/** What the platform's processes do for one transfer, without the reasons. */
export type Plan = Readonly<Record<string, ServicePlan>>;

export interface ServicePlan {
  /** Requests that it answers. */
  readonly served: number;
  /** Requests that it makes, one after the other. */
  readonly calls: readonly PlannedCall[];
  /** On average; a tree head, for example, is signed for several transfers at once. */
  readonly signed: Readonly<Record<string, number>>;
  readonly verified: Readonly<Record<string, number>>;
  readonly hashed: Amount;
  readonly authenticated: Amount;
  readonly commits: number;
  readonly written: Amount;
}

export interface PlannedCall {
  readonly to: string;
  readonly route: string;
  /** On the wire, heads included. */
  readonly requestBytes: number;
  readonly responseBytes: number;
}

/** Services by host and port. */
export type Hosts = Readonly<Record<string, string>>;

/** An exchange that at most one transfer in two has does not belong to a transfer. */
const LEAST_TIMES = 0.5;

/**
 * The mean of what was recorded over this many transfers under load. `commitsAlone` are the commits of transfers made
 * one after the other: under load several share one, as they do on the floor. `agent` makes the requests that no
 * service makes.
 */
export function planOf(
  recorded: Readonly<Record<string, ProcessRecord>>,
  hosts: Hosts,
  transfers: number,
  commitsAlone: Readonly<Record<string, number>>,
): Plan {
  const planned = Object.entries(recorded).map(([name, one]) => [name, serviceOf(name, one)] as const);
  const services = Object.fromEntries(planned);
  const called = new Set(planned.flatMap(([, { calls }]) => calls.map(({ to, route }) => `${to} ${route}`)));
  const calls = planned.flatMap(([to]) =>
    routesOf(to)
      .filter((route) => !called.has(`${to} ${route}`))
      .map((route) => callOf(to, route)),
  );
  return { agent: { ...IDLE, calls }, ...services };

  function serviceOf(name: string, one: ProcessRecord): ServicePlan {
    const routes = Object.entries(one.called).flatMap(([call, count]) => {
      const [method = '', host = '', path = ''] = call.split(' ');
      const made = callOf(hosts[host] ?? host, `${method} ${path}`);
      return Array.from({ length: timesOf(count) }, () => made);
    });
    return {
      served: Object.values(one.served).reduce((sum, { count }) => sum + timesOf(count), 0),
      calls: routes,
      signed: mean(one.signed),
      verified: mean(one.verified),
      hashed: meanAmount(one.hashed),
      authenticated: meanAmount(one.authenticated),
      commits: commitsAlone[name] ?? 0,
      written: meanAmount(one.written),
    };
  }

  function routesOf(service: string): readonly string[] {
    return Object.entries(recorded[service]?.served ?? {}).flatMap(([route, { count }]) =>
      timesOf(count) === 0 ? [] : [route],
    );
  }

  function callOf(to: string, route: string): PlannedCall {
    const served = recorded[to]?.served[route];
    if (served === undefined) throw new Error(`no recording of ${route} at ${to}`);
    return {
      to,
      route,
      requestBytes: Math.round(served.requestBytes / served.count),
      responseBytes: Math.round(served.responseBytes / served.count),
    };
  }

  function timesOf(count: number): number {
    return count / transfers > LEAST_TIMES ? Math.round(count / transfers) : 0;
  }

  function mean(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / transfers]));
  }

  function meanAmount({ count, bytes }: Amount): Amount {
    return { count: count / transfers, bytes: bytes / transfers };
  }
}

/** The heads of a bare `node:http` client and server: subtracted to get the length of the floor's bodies. */
const REQUEST_HEAD_BYTES = 100;
const RESPONSE_HEAD_BYTES = 129;

export function requestBodyBytes({ requestBytes }: PlannedCall): number {
  return Math.max(0, requestBytes - REQUEST_HEAD_BYTES);
}

export function responseBodyBytes({ responseBytes }: PlannedCall): number {
  return Math.max(0, responseBytes - RESPONSE_HEAD_BYTES);
}

const IDLE: ServicePlan = {
  served: 0,
  calls: [],
  signed: {},
  verified: {},
  hashed: { count: 0, bytes: 0 },
  authenticated: { count: 0, bytes: 0 },
  commits: 0,
  written: { count: 0, bytes: 0 },
};
