import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as OldTransportType } from '@modelcontextprotocol/sdk/shared/transport.js';
import { useSnapshotStore } from '../snapshot-store.ts';
import { textOf, useMcp } from './mcp-under-test.ts';

const snapshot = useSnapshotStore(() => Date.parse('2026-11-01'));
const service = useMcp(() => snapshot.shared());

describe('clients', () => {
  const ME = { name: 'sanad-tests', version: '1' };
  const TOOLS = [
    'screen_ticker',
    'screening_methodology',
    'screening_history',
    'compare_tickers',
    'screen_batch',
    'screen_portfolio',
    'find_ticker',
  ];

  /** What all clients have in common. */
  interface AnyClient {
    readonly protocol: string;
    listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
    callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
    readResource(read: { uri: string }): Promise<{ readonly contents: readonly unknown[] }>;
    getInstructions(): string | undefined;
  }

  const CLIENTS: readonly {
    readonly name: string;
    readonly connect: (
      url: URL,
      headers?: Record<string, string>,
    ) => Promise<AnyClient & { close(): Promise<void> }>;
  }[] = [
    {
      name: 'version 1',
      connect: async (url, headers = {}) => {
        const client = new OldClient(ME);
        const transport = new OldTransport(url, { requestInit: { headers } });
        // The class declares `sessionId` in a way that the interface forbids under exactOptionalPropertyTypes.
        await client.connect(transport as unknown as OldTransportType);
        return bind(client, transport.protocolVersion ?? '');
      },
    },
    ...(['legacy', 'auto', { pin: '2026-07-28' }] as const).map((mode) => ({
      name: `version 2, ${typeof mode === 'string' ? mode : mode.pin}`,
      connect: async (url: URL, headers: Record<string, string> = {}) => {
        const client = new Client(ME, { versionNegotiation: { mode } });
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
        return bind(client, client.getNegotiatedProtocolVersion() ?? '');
      },
    })),
  ];

  /** Methods of a class, which copying the object would lose. */
  function bind(client: OldClient | Client, protocol: string): AnyClient & { close(): Promise<void> } {
    return {
      protocol,
      listTools: () => client.listTools(),
      callTool: (call) => client.callTool(call),
      readResource: (read) => client.readResource(read),
      getInstructions: () => client.getInstructions(),
      close: () => client.close(),
    };
  }

  for (const { name, connect } of CLIENTS) {
    describe(`the official client, ${name}`, () => {
      test('lists the tools, calls one and gets the same as over HTTP', async (t) => {
        const mcp = await service();
        const client = await connect(mcp.url);
        t.after(() => client.close());
        const isModern = name.endsWith('2026-07-28') || name.endsWith('auto');
        assert.equal(client.protocol, isModern ? '2026-07-28' : '2025-11-25');
        const { tools } = await client.listTools();
        assert.deepEqual(
          tools.map((tool) => tool.name),
          TOOLS,
        );
        // The client itself checks structured content against the output schema.
        const given = { ticker: 'AAPL', detail: 'full' };
        const called = await client.callTool({ name: 'screen_ticker', arguments: given });
        assert.deepEqual(called.structuredContent, await mcp.screen('AAPL'));
        assert.match(textOf(called), /^Apple Inc\. \(AAPL\): WAS COMPLIANT, score /);
        assert.match(
          client.getInstructions() ?? '',
          /not_screenable means that the filed data are insufficient/,
        );
      });

      test('reads the methodology', async (t) => {
        const mcp = await service();
        const client = await connect(mcp.url);
        t.after(() => client.close());
        const { contents } = await client.readResource({ uri: 'sanad://methodology' });
        const [page] = contents as readonly { readonly mimeType: string; readonly text: string }[];
        assert.equal(page?.mimeType, 'text/markdown');
        assert.match(page?.text ?? '', /^# How a verdict comes about/);
      });

      test('a refusal is a result that says what to do', async (t) => {
        const mcp = await service();
        const client = await connect(mcp.url);
        t.after(() => client.close());
        const refused = await client.callTool({ name: 'screen_ticker', arguments: { ticker: 'QQQQZ' } });
        assert.equal(refused.isError, true);
        assert.match(textOf(refused), /^ticker_not_found: .*do not report it as compliant\.$/);
      });

      test('reports that a key is refused', async () => {
        const mcp = await service();
        // A client that negotiates the revision has its own message for 401.
        await assert.rejects(
          connect(mcp.url, { 'x-api-key': 'wrong' }),
          /This API key is not valid|requires authorization \(HTTP 401\)/,
        );
      });
    });
  }
});
