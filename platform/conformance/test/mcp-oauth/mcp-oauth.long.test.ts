import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { useDeployment } from '../support/use-deployment.ts';
import { hostedClient, letIn } from './let-in.ts';

const used = useDeployment({ console: true, alone: [] });

const mcp = () => new URL('/mcp', used().d.urls.gateway);

describe('a hosted client that a principal lets in', () => {
  test('finds its way from a 401 to a paid invoice, and is out when the token is ended', async () => {
    const { d } = used();
    const hosted = hostedClient();
    const open = () => new StreamableHTTPClientTransport(mcp(), { authProvider: hosted.provider });
    const first = open();
    await assert.rejects(new Client({ name: 'hosted', version: '1' }).connect(first), UnauthorizedError);
    const asked = hosted.asked();
    assert.ok(asked !== null);
    const back = await letIn(d, asked);
    assert.equal(back.origin, 'http://127.0.0.1:1');
    await first.finishAuth(back.searchParams);
    const agent = new Client({ name: 'hosted', version: '1' });
    await agent.connect(open());
    const inputs = { to_account: 'acct_acme', amount: '21', currency: 'USD', beneficiary_id: 'acme' };
    const paid = await agent.callTool({
      name: 'propose_transfer',
      arguments: { ...inputs, memo: 'INV-OAUTH' },
    });
    assert.equal(Object(paid.structuredContent).status, 'executed');
    await agent.close();
  });
});
