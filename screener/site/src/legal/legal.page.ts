import type { HttpApp } from '@common/kit/http/app';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { SESSION_S } from '@screener/service/accounts/session';
import { EARLIER_KEY_HOURS } from '@screener/service/accounts/sign-up';
import { days } from '@screener/words/dates';
import { face, words } from '../parts/language.ts';
import { contentsOf, pageSection } from '../parts/section.page.ts';
import { renderSitePage } from '../parts/site.page.ts';

interface LegalDeps {
  /** Who runs this server and how to reach them; null if they do not say. */
  readonly contact: string | null;
  /** Days after which a bulk job is removed with its results. */
  readonly bulkRetentionDays: number;
}

/** `GET /terms` and `GET /privacy`: what applies to any server with this software, and who runs this one. */
export function addLegalPages(app: HttpApp, site: Site, deps: LegalDeps): void {
  for (const [path, legal] of [
    ['/terms', termsOf],
    ['/privacy', privacyOf],
  ] as const) {
    // Rendered for each request, because the foot says how old the data are.
    app.get(path, { config: { page: true }, schema: { hide: true } }, (request, reply) =>
      sendPage(request, reply, render(site, path, legal(deps))),
    );
  }
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly content: Content;
}

interface Legal {
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly Part[];
}

function render(site: Site, path: string, { title, lead, parts }: Legal): Safe {
  const main = html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${contentsOf(parts)}
${parts.map(pageSection)}`;
  return renderSitePage(site, { title, description: lead, main, path });
}

function termsOf({ contact }: LegalDeps): Legal {
  const { title, lead, whatItIs, cannot, fairUse, changes } = words().terms;
  const methodology = html`<a href="${url('/methodology')}">${whatItIs.link}</a>`;
  const tiers = html`<a href="${url('/developers#tiers')}">${fairUse.link}</a>`;
  return {
    title,
    lead,
    parts: [
      {
        id: 'what-it-is',
        title: whatItIs.title,
        content: html`<p>${whatItIs.computes(methodology)}</p>
<p>${whatItIs.outcome}</p>`,
      },
      {
        id: 'what-it-cannot',
        title: cannot.title,
        content: html`<p>${cannot.filings}</p>
<p>${cannot.asItIs}</p>`,
      },
      {
        id: 'fair-use',
        title: fairUse.title,
        content: html`<p>${fairUse.hold(tiers)}</p>
<p>${fairUse.show}</p>`,
      },
      { id: 'changes', title: changes.title, content: html`<p>${changes.text}</p>` },
      operatorPart(contact),
    ],
  };
}

function privacyOf({ contact, bulkRetentionDays }: LegalDeps): Legal {
  const { title, lead, kept, given, yours } = words().privacy;
  const rows: readonly { readonly what: string; readonly how: string }[] = [
    kept.pages,
    kept.requests,
    { what: kept.key.what, how: kept.key.how(EARLIER_KEY_HOURS) },
    kept.password,
    { what: kept.signingIn.what, how: kept.signingIn.how(days(SESSION_S / 86_400, face())) },
    kept.watchlist,
    kept.holdings,
    kept.usage,
    { what: kept.bulk.what, how: kept.bulk.how(days(bulkRetentionDays, face())) },
    kept.waitlist,
    kept.payments,
    kept.log,
  ];
  const account = html`<a href="${url('/portal/account')}">${yours.link}</a>`;
  return {
    title,
    lead,
    parts: [
      {
        id: 'kept',
        title: kept.title,
        content: html`<dl class="facts">
${rows.map(({ what, how }) => html`<div><dt>${what}</dt><dd>${how}</dd></div>\n`)}</dl>`,
      },
      { id: 'given', title: given.title, content: html`<p>${given.text}</p>` },
      { id: 'yours', title: yours.title, content: html`<p>${yours.text(account)}</p>` },
      operatorPart(contact),
    ],
  };
}

function operatorPart(contact: string | null): Part {
  const { title, unknown, known } = words().terms.operator;
  const said = contact === null ? unknown : known(html`<bdi>${contact}</bdi>`);
  return { id: 'operator', title, content: html`<p>${said}</p>` };
}
