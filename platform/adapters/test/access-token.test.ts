import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpCall } from '@common/kit/http/client';
import { createAccessTokens } from '../src/bank/access-token.adapter.ts';

test('an access token is asked for at the whole address, once for all that need it', async () => {
  const calls: HttpCall[] = [];
  const tokens = createAccessTokens({
    http: {
      async send(call) {
        calls.push(call);
        const body = { access_token: `t${calls.length}`, token_type: 'Bearer', expires_in: 300 };
        const bytes = Buffer.from(JSON.stringify(body));
        return { kind: 'answered', status: 200, retryAfterS: null, headers: {}, bytes };
      },
    },
    tokenUrl: 'https://bank.example/oauth2/token?realm=payments',
    clientId: 'sanad',
    clientSecret: 'secret',
    timeoutMs: 100,
    clock: () => 0,
  });
  const given = await Promise.all([tokens.get(), tokens.get()]);
  assert.deepEqual(given, [
    { ok: true, value: 't1' },
    { ok: true, value: 't1' },
  ]);
  assert.deepEqual(
    calls.map(({ path }) => path),
    ['/oauth2/token?realm=payments'],
  );
});
