import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** One step of a trace, as sent. */
interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty at the beginning of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly failed: boolean;
}

/** A third party's collector of traces, by OTLP over HTTP with JSON, on a real port. */
interface TraceCollector {
  readonly url: string;
  /** The steps in order of arrival. */
  readonly spans: readonly CollectedSpan[];
  /** The headers of each request. */
  readonly headers: readonly IncomingHttpHeaders[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface TraceExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

interface SentSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number };
}

const FAILED = 2;

/** The `after` of a test or of a suite. */
export async function startTraceCollector(t: { after(work: () => void): void }): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, reply) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      reply.writeHead(404).end();
      return;
    }
    headers.push(request.headers);
    spans.push(...spansOf((await json(request)) as TraceExport));
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, headers };
}

function spansOf({ resourceSpans }: TraceExport): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = '', attributes, status }) => ({
        service: valuesOf(resource.attributes)['service.name'] ?? '',
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: valuesOf(attributes),
        failed: status.code === FAILED,
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Readonly<Record<string, string>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
