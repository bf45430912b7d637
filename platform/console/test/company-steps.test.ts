import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertValid } from '@common/web/testing/check-page';
import { companyMain } from '../src/companies/company-steps.page.ts';
import { holders } from './pages/held-grant.ts';
import { PATH } from './pages/signed-directory.ts';

const place = { tenant: 'tn_local', profile: 'treasury.v1', directory: 'beneficiaries' };

/** The page of a company whose payees are next, where these people may sign them. */
function stepsFor(people: readonly string[]): string {
  const terms = { needed: 2, signers: [{ person: 'lina' }, { person: 'cfo' }] } as const;
  const lists = [{ place, count: 0, terms: { ...terms, signers: [...terms.signers] }, people }];
  const policy = {
    profile: place.profile,
    account: { kind: 'none' },
    lists,
    mandate: null,
    isUsed: false,
  } as const;
  const company = { tenant: place.tenant, principals: [holders.principal.entry], policies: [policy] };
  return companyMain(company, null).main.toString();
}

test('a company’s next step says who may take it, and is no form that would be refused', async () => {
  const open = stepsFor(['lina', 'cfo']);
  assert.match(open, /Only lina or cfo can add a payee\. A second one of them confirms it\./);
  assert.ok(open.includes(`href="${PATH}/add"`));
  const stuck = stepsFor(['cfo']);
  assert.match(stuck, /It takes two people, and only cfo has a key for tn_local\./);
  assert.match(stuck, /enrols a key for[^.]*, or publishes the <a href="\/policy\/treasury\.v1">policy<\/a>/);
  assert.ok(!stuck.includes(`href="${PATH}/add"`));
  await assertValid(
    `<!doctype html><html lang="en"><head><title>x</title></head><body><main>${stuck}</main></body></html>`,
  );
});
