import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpCall } from './call.ts';

/** Answers one message of the protocol, of either revision. `body` is the parsed body of the request. */
export interface McpServing {
  answer(request: Request, body: unknown, call: McpCall): Promise<Response>;
  close(): Promise<void>;
}

/** Makes a new server for each message, so nothing is kept between two messages. */
export type MakeServer = (call: McpCall) => McpServer;

/**
 * Serves both revisions at one address, without sessions. The library's handler answers clients of
 * 2026-07-28. Older ones get a transport that answers in JSON, because the handler's own fallback would
 * answer with an event stream.
 */
export function createMcpServing(makeServer: MakeServer): McpServing {
  /** The library passes only the request to its factory. */
  const calls = new WeakMap<Request, McpCall>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo === undefined ? undefined : calls.get(requestInfo);
      if (call === undefined) throw new Error('unknown request');
      try {
        return makeServer(call);
      } catch (error) {
        // The library answers with 500 without saying why.
        call.log.error({ err: error }, 'no server for a message');
        throw error;
      }
    },
    { legacy: 'reject' },
  );
  return {
    async answer(request, body, call) {
      calls.set(request, call);
      return (await isLegacyRequest(request, body))
        ? answerLegacy(makeServer(call), request, body)
        : handler.fetch(request, { parsedBody: body });
    },
    close: () => handler.close(),
  };
}

/** Answers a client from before the revision 2026-07-28. */
async function answerLegacy(server: McpServer, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
