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
import { BADGE, badgeMarkup } from '../badge/badge-image.page.ts';
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
    const message = `${policy.requests} keys an hour may be asked for from one network. Try again in ${wait} min.`;
    return sendPrivatePage(reply, await page(site, deps, { ...state, errors: { email: message } }), 429);
  }
  const issued = await signUp(deps, { email, useCase, attribution: attributionOf(hints) });
  // Only a key in the request can be refused, and a form has none.
  if (!issued.ok) throw new Error(issued.error.message);
  return sendPrivatePage(reply, keyPage(site, deps, email.trim(), issued.value.key));
}

function errorsOf(email: string, useCase: string): NonNullable<FormState['errors']> | null {
  const fault = emailFault(email);
  if (fault !== undefined) return { email: fault };
  if (useCase.length > LONGEST_USE_CASE)
    return { use_case: `Say it in ${LONGEST_USE_CASE} characters: app, research, bot.` };
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
  const sections = [
    {
      id: 'key',
      title: 'A free key',
      note: html`We keep a hash of the key, the address, and how often you call. <a href="${url('/privacy')}">Privacy</a>`,
      content: keyForm(state),
    },
    {
      id: 'first-call',
      title: 'First call',
      note: 'The same question in four ways, and the answer.',
      content: firstCall(deps.publicUrl, await deps.example()),
    },
    {
      id: 'tiers',
      title: 'Tiers and limits',
      note: 'Limits count requests, not tickers.',
      content: html`${tierTable(deps.tiers)}
${deps.hasPayments ? partnerByPayment() : partnerByWaitlist()}`,
    },
    {
      id: 'webhooks',
      title: 'Webhooks',
      note: html`When the verdict or a check of a company on your watchlist changes. <a href="${url('/portal/alerts')}">Set one up</a>`,
      content: webhooks(),
    },
    {
      id: 'badge',
      title: 'Badge',
      note: 'A verdict as an image with its day, without a key or a script.',
      content: badgeSample(deps.publicUrl),
    },
    {
      id: 'errors',
      title: 'Errors',
      note: 'Every answer has its id.',
      content: errorTable(),
    },
  ];
  const main = html`<h1>Screen from your own program</h1>
<p class="lead">The key is free: you need only an e-mail address. Every answer carries its evidence and says what it does not know.</p>
${contentsOf(
  sections,
  ELSEWHERE.map(([text, path]) => html`<li><a href="${url(path)}">${text}</a></li>\n`),
)}
${sections.map(pageSection)}`;
  return renderSitePage(site, {
    title: 'Developers',
    description: 'A free key, the first call in four languages, tiers and limits, webhooks and errors.',
    main,
    path: PATH,
  });
}

function badgeSample(base: string): Safe {
  return html`<p><img src="${url('/badge/AAPL.svg')}" width="${BADGE.width}" height="${BADGE.height}" alt="Sharia compliance of AAPL, by Sanad"></p>
<pre><code>${badgeMarkup(base, 'AAPL')}</code></pre>
<p>By a methodology of your choice:</p>
<pre><code>${badgeMarkup(base, 'AAPL', ['aaoifi'])}</code></pre>
<p class="small muted">A badge is drawn from stored facts, and browsers keep it for an hour.</p>`;
}

const ELSEWHERE = [
  ['Reference', '/docs'],
  ['OpenAPI file', '/openapi.json'],
  ['llms.txt', '/llms.txt'],
  ['Health', '/health'],
] as const;

function keyForm({ email = '', useCase = '', hints = {}, errors = {} }: FormState): Safe {
  return html`<form class="form" action="${url(PATH)}" method="post">
${Object.entries(hints).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, error: errors.email, autocomplete: 'email', maxlength: LONGEST_EMAIL, isRequired: true })}
${field({ name: 'use_case', label: 'What is it for? (optional)', value: useCase, error: errors.use_case, maxlength: LONGEST_USE_CASE })}
<button type="submit">Get a free key</button>
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
  const rate = policy === null ? 'No limit of requests' : `${policy.requests} requests a minute`;
  const [curl] = samplesFor(publicUrl);
  const content = html`<div class="once">
<label for="api-key">API key</label>
<div class="search-row">
<input id="api-key" type="text" value="${key}" readonly autocomplete="off" spellcheck="false">
<button type="button" id="copy" hidden>Copy</button>
</div>
<p class="hint">Keep it where your program’s secrets are, not in its source. Lost it? Ask for another one.</p>
</div>
<h3 class="sample-title">Try it</h3>
<pre><code>export SANAD_KEY='${key}'
${curl?.code}</code></pre>
<p class="small"><a href="${url('/portal')}">Sign in with the key</a> for a watchlist and alerts, or read on: <a href="${url('/developers#first-call')}">first call in four ways</a></p>`;
  const note = html`For <bdi>${email}</bdi>. ${rate}, batches of ${MOST_SYMBOLS}.`;
  const main = html`<h1>Your key, shown this once</h1>
<p class="lead">Copy it now. Only a hash is kept here, so nobody can show it again.</p>
${pageSection({ id: 'key', title: 'Free key', note, content })}`;
  const description = 'A new API key.';
  return renderSitePage(site, {
    title: 'Your key',
    description,
    main,
    isPrivate: true,
    scripts: [copyScript],
  });
}
