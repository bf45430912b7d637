import { describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { openAdmin } from '../admin/admin-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { signInReader } from '../session/signed-in.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));
const browser = useBrowser();

interface Row {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  /** The page that has the form, and what is posted; absent where the page is only asked for. */
  readonly form?: { readonly from: string; readonly fields: Readonly<Record<string, string>> };
}

/** What no other test of a page looks at: what forms answer, and what is no page. */
const FOR_ALL: readonly Row[] = [
  {
    name: 'key-wrong-address',
    path: '/developers',
    status: 422,
    form: { from: '/developers', fields: { email: 'samir', use_case: 'app' } },
  },
  {
    name: 'key',
    path: '/developers',
    status: 200,
    form: { from: '/developers', fields: { email: 'samir@example.org', use_case: 'app' } },
  },
  {
    name: 'sign-in-wrong-key',
    path: '/api/session',
    status: 422,
    form: { from: '/portal', fields: { api_key: 'snd_live_nobody' } },
  },
  {
    name: 'sign-in-wrong-password',
    path: '/api/session',
    status: 422,
    form: { from: '/portal', fields: { email: 'samir@example.org', password: 'not this one' } },
  },
  {
    name: 'admin-wrong-token',
    path: '/admin',
    status: 422,
    form: { from: '/admin', fields: { token: 'x' } },
  },
  { name: 'no-post', path: '/blog/nothing-of-this-name', status: 404 },
  { name: 'malformed-slug', path: '/blog/Not%20a%20slug', status: 422 },
];

const FOR_READERS: readonly Row[] = [
  {
    name: 'watch-nothing-known',
    path: '/portal/watchlist/add',
    status: 422,
    form: { from: '/portal/dashboard', fields: { ticker: 'bank of' } },
  },
  {
    name: 'password-too-short',
    path: '/api/account/password',
    status: 422,
    form: { from: '/portal/password', fields: { current_password: 'x', new_password: 'short' } },
  },
  {
    name: 'account-not-deleted',
    path: '/portal/account/delete',
    status: 422,
    form: { from: '/portal/account', fields: { confirm: 'somebody@example.org' } },
  },
  { name: 'account-password-set', path: '/portal/account?done=password', status: 200 },
];

/** An article that is refused keeps all that was written. */
const FOR_THE_OPERATOR: readonly Row[] = [
  {
    name: 'post-refused',
    path: '/admin/posts',
    status: 422,
    form: { from: '/admin/posts', fields: { title: '', slug: 'Not a slug', body_md: 'Some *text*.' } },
  },
];

async function checkAll(
  url: string,
  rows: readonly Row[],
  cookie?: { readonly name: string; readonly value: string },
): Promise<void> {
  for (const { path, ...row } of rows) {
    const form = row.form === undefined ? {} : { form: row.form };
    const signedIn = cookie === undefined ? {} : { cookie };
    await checkPage(browser(), {
      name: row.name,
      status: row.status,
      url: `${url}${path}`,
      ...form,
      ...signedIn,
    });
  }
}

/** The service on a free port, until the end of the test. */
async function serve(t: TestContext) {
  const { app } = await makeApp(t, snapshot.shared());
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

describe('pages that answer a form, or say why there is none', () => {
  test('for everybody', async (t) => {
    const { app } = await openAdmin(t, snapshot);
    await checkAll(await app.listen({ host: '127.0.0.1', port: 0 }), FOR_ALL);
  });

  test('for a signed-in reader', async (t) => {
    const { app, url } = await serve(t);
    await checkAll(url, FOR_READERS, await signInReader(app));
  });

  test('the new key of an account', async (t) => {
    const { app, url } = await serve(t);
    const form = { from: '/portal/account', fields: {} };
    await checkAll(
      url,
      [{ name: 'account-new-key', path: '/portal/keys/new', status: 200, form }],
      await signInReader(app),
    );
  });

  test('for the operator', async (t) => {
    const { app, signIn } = await openAdmin(t, snapshot);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await checkAll(url, FOR_THE_OPERATOR, { name: '__Host-sanad-admin', value: await signIn() });
  });

  test('a fault of ours: 500, without its cause', async (t) => {
    const shared = snapshot.shared();
    const store = {
      ...shared.store,
      findListing: () => Promise.reject(new TypeError('a secret of the inside')),
    };
    const { app } = await makeApp(t, { ...shared, store });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await checkAll(url, [{ name: 'fault', path: '/?q=AAPL', status: 500 }]);
  });
});
