import { type HttpApp, refuse } from '@common/kit/http/app';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { TenantId } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Registrations } from '../keys/registrations.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import { companyMain } from './company-steps.page.ts';
import { type CompanyDeps, isTheirs, listCompanies, readCompany } from './read-companies.ts';

type CompaniesDeps = PagesDeps & CompanyDeps & { readonly registrations: Pick<Registrations, 'waiting'> };

const page = { config: { page: true } } as const;
const BEGIN = 'tn_';
const ID_HINT = 'It begins with tn_, then letters, digits, _ or -. Receipts show it, and it never changes.';

/** Adds the pages from which a company is started: which there are, and what each still needs. */
export function addCompaniesPages(app: HttpApp, deps: CompaniesDeps): void {
  const { site, registrations } = deps;
  const querystring = Type.Object({ tenant: Type.Optional(Type.String({ maxLength: 64 })) });
  app.get('/companies', { ...page, schema: { hide: true, querystring } }, async (request, reply) => {
    const asked = request.query.tenant?.trim();
    const fault = asked === undefined || Value.Check(TenantId, asked) ? null : 'Write an id such as tn_acme.';
    if (asked !== undefined && fault === null) return reply.redirect(`/companies/${asked}`, 303);
    const found = await listCompanies(deps);
    if (!found.ok) return refuseAsked(reply, found.error);
    const main = indexMain(found.value, asked ?? BEGIN, fault);
    const title = 'Companies';
    const rendered = renderConsolePage(site, { title, description: title, main, path: '/companies' });
    return sendPage(request, fault === null ? reply : reply.status(422), rendered);
  });
  const params = Type.Object({ tenant: TenantId });
  app.get('/companies/:tenant', { ...page, schema: { hide: true, params } }, async (request, reply) => {
    const { tenant } = request.params;
    if (!isTheirs(tenant)) {
      const message = 'There is no such company among yours.';
      return refuse(reply, { status: 404, code: 'company_not_found', message });
    }
    const found = await readCompany(deps, tenant);
    if (!found.ok) return refuseAsked(reply, found.error);
    const waiting = registrations
      .waiting()
      .find(({ role, tenants }) => role === 'principal' && tenants?.includes(tenant) === true);
    const { title, main } = companyMain(found.value, waiting ?? null);
    const description = 'What a company still needs before its first payment.';
    return sendPage(
      request,
      reply,
      renderConsolePage(site, { title, description, main, path: '/companies' }),
    );
  });
}

function indexMain(tenants: readonly string[], typed: string, fault: string | null): Safe {
  const items = tenants.map(
    (tenant) => html`<li><a href="${url(`/companies/${tenant}`)}"><bdi class="id">${tenant}</bdi></a></li>`,
  );
  return html`<header class="opening">
<h1>Companies</h1>
<p class="story">Each has its own people, accounts, payees, mandates, receipts and statements. One company’s agent never pays from another’s account.</p>
</header>
${tenants.length > 0 && leaf({ id: 'those', title: 'Here', matter: html`<ul class="plain companies">${items}</ul>` })}
${leaf({
  id: 'start',
  title: 'Start another',
  note: 'Nothing is saved by this: a company begins with its principal’s key.',
  matter: html`<form action="/companies" method="get" class="asking" novalidate>
${field({ name: 'tenant', label: 'Its id', value: typed, hint: ID_HINT, error: fault ?? undefined, maxlength: 64, autocomplete: 'off' })}
<p class="actions"><button type="submit">See what it needs</button></p>
</form>`,
})}`;
}
