/** The peer of `bench/mcp.ts`: the protocol library behind one Fastify route, with one tool that does nothing. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import fastify from 'fastify';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1' });
  server.registerTool('screen_ticker', { description: 'Does nothing' }, () => ({
    content: [{ type: 'text', text: 'nothing' }],
  }));
  return server;
});
const app = fastify();
app.post('/mcp', async (request, reply) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const asked = new Request('http://localhost/mcp', { method: 'POST', headers });
  const response = await handler.fetch(asked, { parsedBody: request.body });
  return reply
    .status(response.status)
    .type(response.headers.get('content-type') ?? 'application/json')
    .send(await response.text());
});
process.stdout.write(`bare ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
