import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '@common/base/result';
import { type Area, isAreaOf } from '@platform/api/areas';
import { fillPath } from '@platform/api/route';
import { PEOPLES_ROLES, type PersonsRole } from '@platform/core/objects/key-entry';
import { AREAS, areaOf, areaOfRoute } from '../../src/access/areas.ts';
import { makeConsole } from './console-app.ts';
import { ed, heldGrant, holder, keys } from './held-grant.ts';
import { mandateOf } from './signed-books.ts';
import { directoryBook } from './signed-directory.ts';
import { SECRET, signIn } from './signed-in.ts';

const people = Object.fromEntries(
  PEOPLES_ROLES.map((role) => {
    const made = holder(`${role}_sam`, role, 'sam', ed());
    return [role, { ...made, entry: { ...made.entry, tenants: ['tn_local'] } }];
  }),
) as Record<PersonsRole, ReturnType<typeof holder>>;

const held = heldGrant();
const areas = Object.keys(AREAS) as Area[];
const isFor = (area: Area | null, role: PersonsRole) => area === null || isAreaOf(area, role);

/** Things by which a route with parameters is asked. */
const VALUES: Readonly<Record<string, string>> = {
  contract_id: 'ic_first',
  grant_id: held.grant.grant_id,
  receipt_id: 'rcpt_none',
  tenant: 'tn_local',
  profile: 'treasury.v1',
  directory: 'beneficiaries',
  name: 'treasury.v1',
  sequence: '0',
};
/** Of what a principal alone may ask for, since it stands in no other area. */
const PRINCIPALS = [
  ...['GET /mandates/new', 'POST /mandates/register', 'POST /mandates/ic_first/revoke', 'GET /chat'],
  ...['GET /policy/treasury.v1/draft', 'POST /policy/treasury.v1/publish', 'GET /mandates/renew/treasury.v1'],
  ...['GET /keys/approver_cfo/compromise', 'POST /grants/gr_1/cancel', 'POST /grants/gr_1/settle'],
  ...['POST /tokens', 'POST /tokens/at_1/end'],
];

async function signedIn(t: TestContext, role: PersonsRole) {
  const enrolled = Object.fromEntries(Object.values(people).map(({ entry }) => [entry.kid, entry]));
  const { authority } = directoryBook(
    {
      mandate: async () => ok(mandateOf()),
      grant: async () => ok(held),
      waiting: async () => ok([held]),
    },
    { keys: { ...keys, ...enrolled } },
  );
  const app = await makeConsole(t, { authority, sessionSecret: SECRET });
  const { cookie } = await signIn(app, people[role].signer);
  return async (route: string) => {
    const [method = '', path = ''] = route.split(' ');
    const url = fillPath(path, (name) => VALUES[name] ?? name);
    const payload = method === 'POST' ? { payload: {} } : {};
    const headers = { accept: method === 'POST' ? 'application/json' : 'text/html', cookie };
    return app.inject({ method: method as 'GET', url, headers, ...payload });
  };
}

describe('what each role sees and does', () => {
  for (const role of PEOPLES_ROLES) {
    test(`${role}: what is theirs, and a plain 403 for the rest`, async (t) => {
      const ask = await signedIn(t, role);
      const routes = areas.flatMap((area) => AREAS[area].routes.map((route) => [area, route] as const));
      for (const [area, route] of [...routes, ...PRINCIPALS.map((one) => ['sign', one] as const)]) {
        if (route.endsWith('.events')) continue;
        const { statusCode: status, body, headers } = await ask(route);
        if (isFor(area, role)) {
          assert.doesNotMatch(body, /role_not_admitted/, `${role} may ask for ${route}`);
          assert.ok(status !== 401 && status < 500, `${route}: ${status} ${body}`);
          if (String(headers['content-type']).startsWith('text/html')) leadsToTheirs(body, role, route);
        } else if (route === 'GET /') {
          assert.deepEqual([status, headers.location], [303, '/payees'], role);
        } else {
          assert.equal(status, 403, `${role} may not ask for ${route}`);
          assert.match(body, /role_not_admitted/);
          assert.match(body, new RegExp(`You are signed in as sam, an? ${role}\\.`));
          if (body.startsWith('<!')) assert.match(body, /<h1>This page is for others<\/h1>/);
        }
      }
    });
  }

  test('who only reads has no button that acts', async (t) => {
    for (const role of ['auditor', 'viewer'] as const) {
      const ask = await signedIn(t, role);
      for (const route of ['GET /mandates', 'GET /mandates/:contract_id', 'GET /approvals/:grant_id']) {
        if (!isFor(areaOf(route.slice(4)), role)) continue;
        const { body } = await ask(route);
        const outside = body.replaceAll(/<template[\s\S]*?<\/template>/g, '');
        assert.doesNotMatch(
          outside,
          /Let an agent act|Make a token|Revoke this|Cancel this|id="signing"|Approving here/,
          route,
        );
      }
    }
  });

  test('a page that stands in no area is the principals’', () => {
    assert.equal(areaOfRoute('GET', '/mandates/tomorrow'), 'sign');
    assert.equal(areaOf('/mandates/ic_1/tomorrow'), 'sign');
  });

  test('a link has the area of the route that it leads to', () => {
    for (const area of areas)
      for (const route of AREAS[area].routes) {
        const [method, path = ''] = route.split(' ');
        if (method === 'GET') assert.equal(areaOf(fillPath(path, (name) => `a-${name}.1`)), area, route);
      }
  });

  test('the guide has the same table', async () => {
    const guide = await readFile(
      new URL('../../../../docs/guides/enrol-a-person.md', import.meta.url),
      'utf8',
    );
    for (const area of areas) {
      const cells = PEOPLES_ROLES.map((role) => (isFor(area, role) ? 'yes' : '–'));
      assert.ok(guide.includes(`| ${AREAS[area].deed} | ${cells.join(' | ')} |`), area);
    }
  });
});

/** INVARIANT: no link of a page leads its reader to what is for others. */
function leadsToTheirs(body: string, role: PersonsRole, route: string): void {
  for (const [, address = ''] of body.matchAll(/href="(\/[^"]*)"/g)) {
    assert.ok(isFor(areaOf(address), role) || address === '/', `${route} leads a ${role} to ${address}`);
  }
}
