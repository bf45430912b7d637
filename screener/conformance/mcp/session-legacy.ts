import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { LegacyServing } from '@screener/service/mcp/serving';

/**
 * Old clients with sessions and event streams, in the place of the product's answers in JSON: some scenarios of the
 * revision 2025-11-25 ask something of the client in the middle of a call, which needs both.
 */
export function sessionLegacy(makeServer: () => McpServer): LegacyServing {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request, body) => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    if (known !== undefined) return known.handleRequest(request, { parsedBody: body });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await makeServer().connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  };
}
