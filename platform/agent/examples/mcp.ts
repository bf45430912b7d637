import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createAgent } from '@sanad/agent';

const { SANAD_GATEWAY = '', SANAD_TOKEN = '', SANAD_MANDATE = '' } = process.env;
const agent = createAgent({ gateway: SANAD_GATEWAY, token: SANAD_TOKEN, mandate: SANAD_MANDATE });
const headers = { authorization: `Bearer ${SANAD_TOKEN}`, 'x-service-contract': SANAD_MANDATE };
const client = new Client({ name: 'clerk', version: '1' });
await client.connect(
  new StreamableHTTPClientTransport(new URL('/mcp', SANAD_GATEWAY), { requestInit: { headers } }),
);

const call = async (inputs: Record<string, unknown>) => {
  const { structuredContent } = await client.callTool({ name: 'propose_transfer', arguments: inputs });
  return Object(structuredContent);
};
const proposed = await call(JSON.parse(process.argv[2] ?? '{}'));
const state = proposed.status === 'pending' ? await agent.waitForApproval(proposed.grant_id) : proposed;
const paid = state.status === 'approved' ? await call({ grant_id: state.grant_id }) : state;
console.log(JSON.stringify(paid));
await client.close();
