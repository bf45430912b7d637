export type SpanKind = 'server' | 'client' | 'internal';

/** One step of a trace. */
export interface Span {
  /** The `traceparent` with which the next service continues the trace. */
  readonly traceparent: string;
  set(attributes: Readonly<Record<string, string | number>>): void;
  /** `failed` for an error of ours, not for others' errors. */
  end(failed: boolean): void;
}

/** The destination of an app's traces. */
export interface Tracer {
  /** `parent`: a `traceparent`, which also says whether the trace is kept; null begins one. */
  begin(name: string, kind: SpanKind, parent: string | null): Span;
  /** Sends the remaining spans, for a short time at most. */
  close(): Promise<void>;
}
