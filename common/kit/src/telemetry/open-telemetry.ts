import { VERSION } from '../version.ts';
import type { Log } from './log.ts';
import type { Span, SpanKind, Tracer } from './tracer.ts';
import { within } from './within.ts';

interface TracerOptions {
  /** The service's name in traces. */
  readonly name: string;
  /** The collector's address, without `/v1/traces`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many of a thousand traces that begin here to keep. */
  readonly perThousand: number;
  readonly log: Log;
}

/** A collector that is away must not delay the end of a process. */
const CLOSE_MS = 2_000;
const SEND_MS = 5_000;
const PATH = '/v1/traces';

/**
 * Sends spans by OTLP over HTTP, in batches. Only this loads the libraries, so a process without traces does
 * not pay for them.
 */
export async function openTracer({
  name,
  endpoint,
  headers,
  perThousand,
  log,
}: TracerOptions): Promise<Tracer> {
  const { ROOT_CONTEXT, SpanKind: Kind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } = await import(
    '@opentelemetry/sdk-trace'
  );
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  await tellProblems(log);
  const url = `${endpoint.replace(/\/+$/, '')}${PATH}`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SEND_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'sanad',
      'service.name': name,
      'service.version': VERSION,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(perThousand / 1_000) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('sanad', VERSION);
  const kinds: Readonly<Record<SpanKind, number>> = {
    server: Kind.SERVER,
    client: Kind.CLIENT,
    internal: Kind.INTERNAL,
  };
  return {
    begin(spanName, kind, parent): Span {
      const context =
        parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent));
      const span = tracer.startSpan(spanName, { kind: kinds[kind] }, context);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: (attributes) => void span.setAttributes({ ...attributes }),
        end(failed) {
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => within<void>(CLOSE_MS, () => provider.shutdown(), undefined),
  };
}

function spanContextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Write at most one line a minute: a collector that is away would fill the log. */
async function tellProblems(log: Log): Promise<void> {
  const { DiagLogLevel, diag } = await import('@opentelemetry/api');
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (): void => {
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    // Omit the library's own words, which may repeat headers.
    log.warn('traces could not be sent: see OTEL_EXPORTER_OTLP_ENDPOINT; nothing else is affected');
  };
  const none = (): void => {};
  const logger = { error: tell, warn: none, info: none, debug: none, verbose: none };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}
