import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { HttpApp } from '@common/kit/http';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { signIn } from './signed-in.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

/** For programs with a key or a signature: they act without a cookie, so another site's page gains nothing by them. */
const WITHOUT_COOKIE = new Set([
  ...['/api/keys', '/api/keys/keep', '/api/waitlist', '/api/stripe/webhook', '/mcp', '/v1/screen/batch'],
  ...['/v1/bulk', '/tasks/rebuild-leaderboard', '/tasks/rebuild-value-screen'],
]);

async function open(t: TestContext) {
  const { app } = await makeApp(t, snapshot.shared());
  await app.ready();
  return app;
}

/** The paths that take a method, from the router itself: a new route is in it. */
function pathsOf(app: HttpApp, method: 'GET' | 'POST'): readonly string[] {
  const stack: string[] = [];
  const paths: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false, method }).split('\n')) {
    const [, indent = '', part = '', methods] = /^([│├└─ ]*)(\S+?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === '') continue;
    const depth = Math.floor(indent.length / 4) - 1;
    stack.splice(Math.max(depth, 0));
    stack.push(part);
    if (methods !== undefined) paths.push(stack.join(''));
  }
  return paths;
}

const filled = (path: string) =>
  path.replace(/:[a-zA-Z]+/g, (name) => (name === ':slug' ? 'a-post' : 'AAPL'));

describe('every route', () => {
  test('that takes posts with a cookie refuses those of other sites', async (t) => {
    const app = await open(t);
    const { cookie } = await signIn(app);
    const paths = pathsOf(app, 'POST').filter((path) => !WITHOUT_COOKIE.has(path));
    assert.ok(paths.includes('/portal/keys/new') && paths.includes('/admin/payments'), paths.join(' '));
    for (const path of paths) {
      for (const [headers, name] of [
        [{ 'sec-fetch-site': 'cross-site' }, 'another site'],
        [{ 'sec-fetch-site': 'same-site' }, 'a sister site'],
        [{ origin: 'https://evil.example' }, 'an older browser'],
        [{ origin: 'null' }, 'a sandboxed frame'],
      ] as const) {
        const { statusCode } = await app.inject({
          method: 'POST',
          url: filled(path),
          headers: {
            ...headers,
            cookie: `${cookie.name}=${cookie.value}`,
            host: 'evil.example',
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: '',
        });
        assert.equal(statusCode, 403, `${path} from ${name}`);
      }
    }
  });

  test('of the portal and the operator is for the signed-in alone, and no cache keeps it', async (t) => {
    const app = await open(t);
    const { cookie } = await signIn(app);
    const closed = pathsOf(app, 'GET').filter((path) => /^\/(?:portal|admin)\/|^\/api\/admin\//.test(path));
    assert.ok(closed.length > 8, closed.join(' '));
    for (const path of closed) {
      // These two are opened by a token in the address.
      if (path.startsWith('/portal/alerts.atom') || path.startsWith('/portal/alerts/confirm')) continue;
      const url = filled(path);
      const stranger = await app.inject({ url, headers: { cookie: 'sanad-session=s1.x.free.1.x' } });
      assert.ok([303, 401].includes(stranger.statusCode), `${url}: ${stranger.statusCode}`);
      const headers = { cookie: `${cookie.name}=${cookie.value}` };
      const reader = await app.inject({ url, headers });
      if (path.startsWith('/admin') || path.startsWith('/api/admin')) {
        assert.ok([303, 401].includes(reader.statusCode), `${url} for a reader: ${reader.statusCode}`);
      }
      // A 401 is kept by no cache unless it says so.
      if (reader.statusCode === 401) continue;
      const control = String(reader.headers['cache-control'] ?? '');
      assert.match(control, /no-store|private, no-cache/, `${url}: ${reader.statusCode} ${control}`);
    }
  });

  test('that is a page allows no frame, no inline script and nothing from elsewhere', async (t) => {
    const app = await open(t);
    const { cookie } = await signIn(app);
    let pages = 0;
    for (const path of pathsOf(app, 'GET')) {
      if (path.includes('*') || path.startsWith('/docs') || path.startsWith('/assets')) continue;
      const headers = { cookie: `${cookie.name}=${cookie.value}`, accept: 'text/html' };
      const answer = await app.inject({ url: filled(path), headers });
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
      pages += 1;
      const policy = String(answer.headers['content-security-policy']);
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
        assert.ok(policy.includes(part), `${path}: ${policy}`);
      }
      assert.doesNotMatch(policy, /unsafe|\*/, path);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', path);
      assert.doesNotMatch(answer.body, /<script(?![^>]* src=)|<style| style=| on[a-z]+="/, path);
    }
    assert.ok(pages > 12, String(pages));
  });
});
