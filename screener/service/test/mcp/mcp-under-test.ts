import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { unwrap } from '@common/base/result';
import type { Access } from '../../src/accounts/access.ts';
import { signUp } from '../../src/accounts/sign-up.ts';
import type { ScreenDeps } from '../../src/use-cases/screen-ticker.ts';
import { type Ends, KEY_SECRET, openTestAccess } from '../access/access-under-test.ts';
import { type AppUnderTest, makeApp } from '../app-under-test.ts';

/** The service on a free port, as clients of the protocol see it. */
export interface McpUnderTest extends AppUnderTest {
  readonly url: URL;
  /** Posts a body to `/mcp` with these headers besides `content-type`. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Posted>;
  /** The result of `tools/call`, by a client without structured content and of the revision 2025-11-25. */
  call(tool: string, given: object, headers?: Readonly<Record<string, string>>): Promise<ToolResult>;
}

interface Posted {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  json(): {
    readonly id?: unknown;
    readonly result?: ToolResult;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

/**
 * Call this at the top of a test file: one service for all tests that change nothing in it and need no limits, and a
 * free key of its.
 */
export function useMcp(deps: () => ScreenDeps): () => Promise<McpUnderTest & { readonly key: string }> {
  const endings: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of endings) await end();
  });
  const ends = { after: (end: () => Promise<void>) => void endings.push(end) };
  const start = async () => {
    const { access, key } = await accessWithKey(ends);
    return { ...(await startMcp(ends, deps(), access)), key };
  };
  let started: ReturnType<typeof start> | undefined;
  return () => {
    started ??= start();
    return started;
  };
}

export async function startMcp(
  t: Ends,
  deps: Parameters<typeof makeApp>[1],
  access?: Access,
): Promise<McpUnderTest> {
  const under = await makeApp(t, deps, undefined, access);
  const base = await under.app.listen({ host: '127.0.0.1', port: 0 });
  const url = new URL('/mcp', base);
  const post: McpUnderTest['post'] = async (body, headers = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  return {
    ...under,
    url,
    post,
    async call(tool, given, headers) {
      const answer = await post(request('tools/call', { name: tool, arguments: given }), headers);
      assert.equal(answer.status, 200, answer.text);
      const { result } = answer.json();
      assert.ok(result !== undefined, answer.text);
      return result;
    },
  };
}

/** A request of the revision 2025-11-25 and before. */
export function request(method: string, params: object = {}) {
  return { jsonrpc: '2.0', id: 7, method, params };
}

/** A request of the revision 2026-07-28, with the headers that it requires. */
export function modernRequest(method: string, params: object = {}) {
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    body: request(method, { ...params, _meta: meta }),
    headers: { 'mcp-protocol-version': revision, 'mcp-method': method },
  };
}

/** Access with a free key. */
async function accessWithKey(t: Ends, limits?: Parameters<typeof openTestAccess>[1]) {
  const access = await openTestAccess(t, limits);
  const issued = await signUp(
    { store: access.accessStore, keySecret: KEY_SECRET, randomBytes, clock: Date.now },
    { email: 'agent@example.com', useCase: '', attribution: null },
  );
  return { access, key: unwrap(issued).key };
}

export function textOf(result: { readonly content?: unknown }): string {
  assert.ok(Array.isArray(result.content));
  return result.content.map((part: { text?: string }) => part.text ?? '').join('\n');
}

/** The deps of a test, with a store that fails in one way. */
export function failingStore(deps: ScreenDeps, message: string): ScreenDeps {
  const findListing = () => Promise.reject(new Error(message));
  return { ...deps, store: { ...deps.store, findListing } };
}
