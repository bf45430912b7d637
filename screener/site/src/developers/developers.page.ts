import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { clientNetwork, type RateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage, sendPrivatePage } from '@common/web/send-page';
import { AttributionSchema, attributionOf, LONGEST_USE_CASE } from '@screener/service/accounts/keys.http';
import { emailFault, LONGEST_EMAIL } from '@screener/service/accounts/mailbox';
import { type SignUpDeps, signUp } from '@screener/service/accounts/sign-up';
import type { Tier, TierTerms } from '@screener/service/accounts/tiers';
import { MOST_SYMBOLS } from '@screener/service/http/batch';
import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Readers } from '../accounts/readers.http.ts';
import { partnerByPayment, partnerByWaitlist } from '../accounts/waitlist.page.ts';
import { BADGE, badgeMarkup, badgePath } from '../badge/badge-image.page.ts';
import { words } from '../parts/language.ts';
import { contentsOf, pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { firstCall, samplesFor } from './first-call.page.ts';
import { errorTable, tierTable, webhooks } from './terms-of-use.page.ts';

interface DevelopersDeps extends SignUpDeps {
  readonly readers: Pick<Readers, 'refuseCrossSite'>;
  readonly tiers: Readonly<Record<Tier, TierTerms>>;
  /** Limits sign-ups by network address. */
  readonly signUps: RateLimiter;
  /** The service's address, for links. */
  readonly publicUrl: string;
  /** The address of `copy.ts`. */
  readonly copyScript: Safe;
  /** Whether the partner tier can be paid for here. */
  readonly hasPayments: boolean;
  /** Returns a real answer to show; null if there is none. */
  readonly example: () => Promise<ScreenAnswer | null>;
}

const PATH = '/developers';

/** Far longer than any accepted input, so that a fault is reported beside its field. */
const LONGEST_INPUT = 2_000;
const KeyForm = Type.Object({
  email: Type.Optional(Type.String({ maxLength: LONGEST_INPUT })),
  use_case: Type.Optional(Type.String({ maxLength: LONGEST_INPUT })),
  ...AttributionSchema.properties,
});

type AttributionHints = Static<typeof AttributionSchema>;
/** The parameters by which a link to this page may name its source. */
const HINTS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content'] as const;
const LONGEST_HINT = 100;

interface FormState {
  readonly email?: string;
  readonly useCase?: string;
  readonly hints?: AttributionHints;
  readonly errors?: { readonly email?: string; readonly use_case?: string };
}

/** `GET /developers`, and `POST /developers`, which issues a free key to anyone who sends the form. */
export async function addDevelopersPage(app: HttpApp, site: Site, deps: DevelopersDeps): Promise<void> {
  app.get(PATH, { config: { page: true }, schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await page(site, deps, { hints: hintsOf(request.query) })),
  );
  await addFormRoutes(app, (scope) => {
    scope.post(
      PATH,
      {
        config: { page: true },
        onRequest: deps.readers.refuseCrossSite,
        schema: { hide: true, body: KeyForm },
      },
      (request, reply) => issue(request, reply, site, deps, request.body),
    );
  });
}

async function issue(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  deps: DevelopersDeps,
  { email = '', use_case: useCase = '', ...hints }: Static<typeof KeyForm>,
): Promise<FastifyReply> {
  const state = { email, useCase, hints };
  const errors = errorsOf(email, useCase);
  if (errors !== null) return sendPrivatePage(reply, await page(site, deps, { ...state, errors }), 422);
  const { policy } = deps.signUps;
  const allowance = await deps.signUps.take(clientNetwork(request.ip));
  reply.headers(rateHeaders(policy, allowance));
  if (!allowance.allowed) {
    const wait = Math.ceil(allowance.resetS / 60);
    const message = words().developers.key.tooMany(policy.requests, wait);
    return sendPrivatePage(reply, await page(site, deps, { ...state, errors: { email: message } }), 429);
  }
  const issued = await signUp(deps, { email, useCase, attribution: attributionOf(hints) });
  // Only a key in the request can be refused, and a form has none.
  if (!issued.ok) throw new Error(issued.error.message);
  return sendPrivatePage(reply, keyPage(site, deps, email.trim(), issued.value.key));
}

function errorsOf(email: string, useCase: string): NonNullable<FormState['errors']> | null {
  const { developers, forms } = words();
  if (emailFault(email) !== undefined) return { email: forms.badEmail(LONGEST_EMAIL) };
  if (useCase.length > LONGEST_USE_CASE) return { use_case: developers.key.longUse(LONGEST_USE_CASE) };
  return null;
}

/** Reads the source that a link to this page names, to send it with the form. Leaves out unusable values. */
function hintsOf(query: unknown): AttributionHints {
  const given = new Map(Object.entries(query ?? {}));
  const hints = HINTS.map((name) => [name, given.get(name)] as const).filter(
    ([, value]) => typeof value === 'string' && value !== '' && value.length <= LONGEST_HINT,
  );
  return Object.fromEntries(hints);
}

async function page(site: Site, deps: DevelopersDeps, state: FormState): Promise<Safe> {
  const said = words().developers;
  const sections = [
    {
      id: 'key',
      title: said.key.title,
      note: html`${said.key.note(html`<a href="${url('/privacy')}">${said.key.privacy}</a>`)}`,
      content: keyForm(state),
    },
    {
      id: 'first-call',
      title: said.firstCall.title,
      note: said.firstCall.note,
      content: firstCall(deps.publicUrl, await deps.example()),
    },
    {
      id: 'tiers',
      title: said.tiers.title,
      note: said.tiers.note,
      content: html`${tierTable(deps.tiers)}
${deps.hasPayments ? partnerByPayment() : partnerByWaitlist()}`,
    },
    {
      id: 'webhooks',
      title: said.webhooks.title,
      note: html`${said.webhooks.note(html`<a href="${url('/portal/alerts')}">${said.webhooks.setUp}</a>`)}`,
      content: webhooks(),
    },
    {
      id: 'badge',
      title: said.badge.title,
      note: said.badge.note,
      content: badgeSample(deps.publicUrl),
    },
    { id: 'errors', title: said.errors.title, note: said.errors.note, content: errorTable() },
  ];
  const elsewhere = [
    [said.elsewhere.reference, '/docs'],
    [said.elsewhere.openApi, '/openapi.json'],
    ['llms.txt', '/llms.txt'],
    [said.elsewhere.health, '/health'],
  ] as const;
  const main = html`<h1>${said.heading}</h1>
<p class="lead">${said.lead}</p>
${contentsOf(
  sections,
  elsewhere.map(([text, path]) => html`<li><a href="${url(path)}">${text}</a></li>\n`),
)}
${sections.map(pageSection)}`;
  return renderSitePage(site, { title: said.title, description: said.description, main, path: PATH });
}

function badgeSample(base: string): Safe {
  const { badge, developers } = words();
  return html`<p><img src="${url(badgePath('AAPL'))}" width="${BADGE.width}" height="${BADGE.height}" alt="${badge.alt('AAPL')}"></p>
<pre><code>${badgeMarkup(base, 'AAPL')}</code></pre>
<p>${developers.badge.byChoice}</p>
<pre><code>${badgeMarkup(base, 'AAPL', ['aaoifi'])}</code></pre>
<p class="small muted">${developers.badge.kept}</p>`;
}

function keyForm({ email = '', useCase = '', hints = {}, errors = {} }: FormState): Safe {
  const { developers, forms } = words();
  return html`<form class="form" action="${url(PATH)}" method="post">
${Object.entries(hints).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}${field({ name: 'email', label: forms.email, type: 'email', value: email, error: errors.email, autocomplete: 'email', maxlength: LONGEST_EMAIL, isRequired: true })}
${field({ name: 'use_case', label: forms.useCase, value: useCase, error: errors.use_case, maxlength: LONGEST_USE_CASE })}
<button type="submit">${developers.key.get}</button>
</form>`;
}

/** Shows a new key. It is shown once, because only a hash of it is stored. */
function keyPage(
  site: Site,
  { tiers, publicUrl, copyScript }: DevelopersDeps,
  email: string,
  key: string,
): Safe {
  const { policy } = tiers.free;
  const [curl] = samplesFor(publicUrl);
  const said = words().developers.newKey;
  const signIn = html`<a href="${url('/portal')}">${said.signIn}</a>`;
  const more = html`<a href="${url('/developers#first-call')}">${said.firstCall}</a>`;
  const content = html`<div class="once">
<label for="api-key">${said.label}</label>
<div class="search-row">
<input id="api-key" type="text" value="${key}" readonly autocomplete="off" spellcheck="false">
<button type="button" id="copy" data-copied="${said.copied}" hidden>${said.copy}</button>
</div>
<p class="hint">${said.keep}</p>
</div>
<h3 class="sample-title">${said.tryIt}</h3>
<pre><code>export SANAD_KEY='${key}'
${curl?.code}</code></pre>
<p class="small">${said.next(signIn, more)}</p>`;
  const note = html`${said.note(html`<bdi>${email}</bdi>`, policy?.requests ?? null, MOST_SYMBOLS)}`;
  const main = html`<h1>${said.heading}</h1>
<p class="lead">${said.lead}</p>
${pageSection({ id: 'key', title: said.section, note, content })}`;
  return renderSitePage(site, {
    title: said.title,
    description: said.description,
    main,
    isPrivate: true,
    scripts: [copyScript],
  });
}
