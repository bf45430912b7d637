import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { Span, SpanKind, Tracer } from './tracer.ts';

/** The request that is being answered. */
interface Scope {
  readonly requestId: string;
  /** Null if traces are off. */
  readonly tracer: Tracer | null;
  /** The `traceparent` of the current span (W3C Trace Context); without a tracer, as it came in. */
  readonly traceparent: string | null;
}

interface SpanOf {
  readonly name: string;
  readonly kind: SpanKind;
  /** Attributes may be routes, statuses and ids, but no amounts, people or addresses of accounts. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}

const scopes = new AsyncLocalStorage<Scope>();
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Everything that `work` does, even later, belongs to this request. */
export function inScope<Value>(scope: Scope, work: () => Value): Value {
  return scopes.getStore() === scope ? work() : scopes.run(scope, work);
}

/** Runs a piece of a job's work, which no request asked for, under its own id and in its own trace. */
export type RunJob = <Value>(about: Omit<SpanOf, 'kind'>, work: () => Promise<Value>) => Promise<Value>;

/** `tracer` is called each time, because the frame of services provides one only once an app is open. */
export function jobRunner(nextId: () => string, tracer: () => Tracer | null): RunJob {
  return ({ name, attributes }, work) => {
    const requestId = nextId();
    return inScope({ requestId, tracer: tracer(), traceparent: null }, () =>
      inSpan({ name, kind: 'internal', attributes: { ...attributes, 'sanad.request_id': requestId } }, () =>
        work(),
      ),
    );
  };
}

/** Headers by which the next service knows the request; empty outside of one. */
export function passedOn(): Readonly<Record<string, string>> {
  const scope = scopes.getStore();
  if (scope === undefined) return {};
  const { requestId, traceparent } = scope;
  return { 'x-request-id': requestId, ...(traceparent === null ? {} : { traceparent }) };
}

/** Fields for a line of the log. */
export function idsInScope(): { readonly request_id?: string; readonly trace_id?: string } {
  const scope = scopes.getStore();
  if (scope === undefined) return {};
  const { requestId, traceparent } = scope;
  return { request_id: requestId, ...(traceparent === null ? {} : { trace_id: traceparent.slice(3, 35) }) };
}

/** A caller's `traceparent`, if it is one. */
export function traceparentIn({ traceparent }: IncomingHttpHeaders): string | null {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null;
}

/** Runs `work` as a part of the request's trace, if there is one. The span fails if `work` throws. */
export async function inSpan<Value>(
  about: SpanOf,
  work: (span: Span | null) => Promise<Value>,
): Promise<Value> {
  const scope = scopes.getStore();
  if (scope === undefined || scope.tracer === null) return work(null);
  const span = scope.tracer.begin(about.name, about.kind, scope.traceparent);
  span.set(about.attributes ?? {});
  let failed = true;
  try {
    const value = await scopes.run({ ...scope, traceparent: span.traceparent }, () => work(span));
    failed = false;
    return value;
  } finally {
    span.end(failed);
  }
}
