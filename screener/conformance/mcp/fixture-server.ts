/**
 * The product's `/mcp` route with the fixtures of the conformance runner behind it, on a free port. It refuses to
 * start outside of tests. `--stateless` is for old clients, and answers them as the product does.
 */
import { randomBytes } from 'node:crypto';
import { createHttpApp } from '@common/kit/http';
import { listen } from '@common/kit/http/listen';
import { createLog } from '@common/kit/log';
import { addMcpRoute } from '@screener/service/mcp/mcp-route';
import { createMcpServing } from '@screener/service/mcp/serving';
import { makeFixtureServer } from './fixtures/server.ts';
import { sessionLegacy } from './session-legacy.ts';

if (process.env.MCP_CONFORMANCE_FIXTURES !== '1' || process.env.NODE_ENV !== 'test') {
  process.stderr.write('fixtures are for tests: set MCP_CONFORMANCE_FIXTURES=1 and NODE_ENV=test\n');
  process.exit(78);
}
const app = await createHttpApp({
  name: 'Conformance fixtures',
  version: '1',
  description: 'The route of /mcp with the fixtures of the conformance runner',
  log: createLog({ level: 'error' }),
  randomBytes,
});
const makeModern = () => makeFixtureServer('modern');
const makeLegacy = () => makeFixtureServer('legacy');
const isStateless = process.argv.includes('--stateless');
addMcpRoute(app, {
  guard: (request, _reply, done) => {
    request.caller = { tier: 'demo', id: 'runner' };
    done();
  },
  tiers: { demo: { may: new Set() }, free: { may: new Set() }, partner: { may: new Set() } },
  origins: { allowed: new Set(), onlyLoopback: true },
  serving: isStateless
    ? createMcpServing(makeLegacy)
    : createMcpServing(makeModern, sessionLegacy(makeLegacy)),
});
const listening = await listen(app, { host: '127.0.0.1', port: 0, signals: process });
process.stdout.write(`fixtures ready at ${listening.url}\n`);
await listening.closed;
