import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** Answers one message of the protocol, in either revision. `body` is the parsed body of the request. */
export interface McpServing<Call> {
  answer(request: Request, body: unknown, call: Call): Promise<Response>;
  /** Tells all who listen to the resource. */
  updated(uri: string): void;
  close(): Promise<void>;
}

/** A stream that says nothing for longer is taken for one whose reader is gone. */
const KEEP_ALIVE_MS = 5_000;

/**
 * Serves both revisions at one address, without sessions, with a new server for each message. The library's
 * handler serves clients of 2026-07-28; a transport that answers in JSON serves older ones. INVARIANT: no
 * tool sends anything before its result, so that an answer is one piece, whose hash a header can contain.
 */
export function createMcpServing<Call>(
  makeServer: (call: Call, listens: boolean) => Server,
): McpServing<Call> {
  /** The library passes only the request to its factory, so the call is looked up by it. */
  const calls = new WeakMap<Request, Call>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo === undefined ? undefined : calls.get(requestInfo);
      if (call === undefined) throw new Error('unknown request');
      return makeServer(call, true);
    },
    { legacy: 'reject', keepAliveMs: KEEP_ALIVE_MS },
  );
  return {
    async answer(request, body, call) {
      if (await isLegacyRequest(request, body)) return answerLegacy(makeServer(call, false), request, body);
      calls.set(request, call);
      return handler.fetch(request, { parsedBody: body });
    },
    updated: (uri) => handler.notify.resourceUpdated(uri),
    close: () => handler.close(),
  };
}

async function answerLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
