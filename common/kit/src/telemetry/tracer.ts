export type SpanKind = 'server' | 'client' | 'internal';

/** One step of a trace. */
export interface Span {
  /** By which the next service continues it. */
  readonly traceparent: string;
  set(attributes: Readonly<Record<string, string | number>>): void;
  /** `failed` for an error of ours, or none of the others'. */
  end(failed: boolean): void;
}

/** Where an app's traces go. */
export interface Tracer {
  /** `parent`: a `traceparent`, which also says whether the trace is kept; null begins one. */
  begin(name: string, kind: SpanKind, parent: string | null): Span;
  /** Sends what is left, for a short time at most. */
  close(): Promise<void>;
}
