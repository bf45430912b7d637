import type { TestContext } from 'node:test';
import { createPaymentStore } from '@screener/service/accounts/payments.sql';
import { createPostStore } from '@screener/service/blog/posts.sql';
import { openMemory, openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { ADMIN_TOKEN } from '../../../service/test/rankings/tasks-under-test.ts';
import type { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

export const ADMIN_COOKIE = '__Host-sanad-admin';

interface Sent {
  readonly cookie?: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service with one database behind everything that the operator sees, and the operator's browser. */
export async function openAdmin(t: TestContext, snapshot: ReturnType<typeof useSnapshotStore>) {
  const clock = clockAt('2026-02-25T12:00:00Z');
  const database = await openMemory();
  const access = await openTestAccess(t, undefined, clock, database);
  const payments = createPaymentStore(database);
  const posts = createPostStore(database);
  const billing = { payments, webhookSecret: null };
  const { app } = await makeApp(t, { ...snapshot.shared(), clock, billing, posts }, undefined, access);
  async function send(method: 'GET' | 'POST', url: string, { cookie, json, form, headers = {} }: Sent = {}) {
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...(cookie === undefined ? {} : { cookie: `${ADMIN_COOKIE}=${cookie}` }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      ...(json === undefined ? {} : { payload: json }),
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    });
    const set = answer.cookies.find(({ name }) => name === ADMIN_COOKIE);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      json: () => answer.json(),
      cookie: set?.value,
    };
  }
  const signIn = async () => {
    const { cookie = '' } = await send('POST', '/admin', { form: { token: ADMIN_TOKEN } });
    return cookie;
  };
  return { app, access, database, payments, posts, clock, send, signIn };
}
