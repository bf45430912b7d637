import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { HttpApp } from '@common/kit/http/app';
import type { HttpClient } from '@common/kit/http/client';
import { sampleDocument } from '@platform/core/testing/documents';
import { SOFTWARE, token, transfer } from '../../authority/test/support/actions.ts';
import {
  ALONE,
  add,
  DIRECTORY,
  draft,
  PROFILE,
  withDirectory,
} from '../../authority/test/support/directories.ts';
import { onBothEngines, onSqlite } from '../../authority/test/support/engines.ts';
import { pluginHashOf } from '../../authority/test/support/profiles.ts';
import { session } from '../../authority/test/support/sessions.ts';
import type { Deployment } from '../../authority/test/support/types.ts';
import { currentReader } from '../src/access/reader.ts';
import { createHttpAuthority } from '../src/adapters/http-authority.ts';
import { makeConsole } from './pages/console-app.ts';
import { SECRET, signIn } from './pages/signed-in.ts';

const BYTES = sampleDocument('application/pdf');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** The calls of a client, answered by an authority in this process. */
function callsTo(app: HttpApp): HttpClient {
  const send: HttpClient['send'] = async ({ method, path: url, headers, body }) => {
    const payload = body === null ? {} : { payload: Buffer.from(body) };
    const answer = await app.inject({ method: method as 'GET', url, headers, ...payload });
    const bytes = new Uint8Array(answer.rawPayload);
    const { statusCode: status, headers: sent } = answer;
    return { kind: 'answered', status, retryAfterS: null, headers: sent as Record<string, string>, bytes };
  };
  return { send, sendRepeatable: send, close: () => {} };
}

async function proposeWithFile(d: Deployment): Promise<string> {
  const contract_id = await d.register();
  const hash = sha256(BYTES);
  const kept = await d.app.inject({
    method: 'POST',
    url: `/documents?contract_id=${contract_id}`,
    headers: {
      'content-type': 'application/pdf',
      authorization: `Bearer ${await token({ scope: 'documents', ref: hash }, d.deps.clock())}`,
    },
    payload: Buffer.from(BYTES),
  });
  assert.equal(kept.statusCode, 201, kept.body);
  const facade = 'bank.executeTransfer';
  const body = {
    contract_id,
    ...{ plugin: 'treasury', facade, params: transfer() },
    documents: [{ sha256: hash, name: 'invoice.pdf' }],
    plugin_hash: pluginHashOf(d.plugins, facade),
    software: SOFTWARE,
  };
  const bearer = await token({ scope: 'grants', ref: sha256(JSON.stringify(body)) }, d.deps.clock());
  const proposed = await d.post<{ grant: { grant_id: string } }>('/grants', body, bearer);
  assert.equal(proposed.status, 201, JSON.stringify(proposed.body));
  return proposed.body.grant.grant_id;
}

onBothEngines('the console over a real authority', {
  'reads a file that an agent attached from one that is open, and from one that is closed with the reader’s session':
    onSqlite(async (d) => {
      const grantId = await proposeWithFile(d);
      const from = (app: HttpApp, bearer: string | null) =>
        createHttpAuthority('http://authority.test', {
          http: callsTo(app),
          readToken: () => bearer,
        }).document(grantId, sha256(BYTES));
      const closed = await d.closed();
      for (const read of [await from(d.app, null), await from(closed, session(d, 'principal_amina'))]) {
        assert.ok(read.ok, JSON.stringify(read));
        assert.deepEqual(new Uint8Array(read.value), BYTES);
      }
      const stranger = await from(closed, null);
      assert.ok(!stranger.ok && stranger.error.detail?.status === 401, JSON.stringify(stranger));
      await closed.close();
    }),

  'shows a clerk the payees where reads are closed, and asks for nothing else': onSqlite(async (d, t) => {
    withDirectory(d, ALONE);
    await d.register();
    assert.equal((await add(d, draft(d, 'added', 'acme'))).status, 201);
    const closed = await d.closed();
    const refused: string[] = [];
    closed.addHook('onResponse', async ({ url }, { statusCode }) => {
      if (statusCode >= 400) refused.push(`${statusCode} ${url}`);
    });
    const readToken = () => currentReader()?.session ?? null;
    const app = await makeConsole(t, {
      authority: createHttpAuthority('http://authority.test', { http: callsTo(closed), readToken }),
      sessionSecret: SECRET,
      clock: d.deps.clock,
      now: d.now,
    });
    const { cookie } = await signIn(app, d.signer('clerk_lina'));
    for (const [url, status] of [
      ['/payees', 302],
      [`/payees/tn_test/${PROFILE}/${DIRECTORY}`, 200],
    ] as const) {
      const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html', cookie } });
      assert.equal(statusCode, status, `${url}: ${body}`);
      if (status === 200) assert.match(body, /acme/);
    }
    assert.deepEqual(refused, []);
    await closed.close();
  }),
});
