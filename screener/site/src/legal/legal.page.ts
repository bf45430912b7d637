import type { HttpApp } from '@common/kit/http/app';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { sendPage } from '@common/web/send-page';
import { SESSION_S } from '@screener/service/accounts/session';
import { EARLIER_KEY_HOURS } from '@screener/service/accounts/sign-up';
import { days } from '@screener/words/dates';
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
  for (const makePage of [termsPage, privacyPage]) {
    const { path } = makePage(site, deps);
    // Rendered for each request, because the foot says how old the data are.
    app.get(path, { config: { page: true }, schema: { hide: true } }, (request, reply) =>
      sendPage(request, reply, makePage(site, deps).body),
    );
  }
}

interface Part {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly content: Content;
}

interface Legal {
  readonly path: string;
  readonly title: string;
  readonly lead: string;
  readonly parts: readonly Part[];
}

function render(
  site: Site,
  { path, title, lead, parts }: Legal,
): { readonly path: string; readonly body: Safe } {
  const main = html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${contentsOf(parts)}
${parts.map(pageSection)}`;
  return { path, body: renderSitePage(site, { title, description: lead, main, path }) };
}

function termsPage(site: Site, { contact }: LegalDeps) {
  return render(site, {
    path: '/terms',
    title: 'Terms',
    lead: 'A tool for people who decide, not a ruling, and no advice on what to buy or sell.',
    parts: [
      {
        id: 'what-it-is',
        title: 'What it is',
        content: html`<p>This service computes, from what companies and funds file with the SEC, whether they pass published screening rules. The rules, their limits and how sure we are of each are on the <a href="${url('/methodology')}">methodology page</a>; every number names its filing, so that you can check it.</p>
<p>A verdict is the outcome of a computation. It is not a fatwa, not the opinion of a scholar, and not a certificate of the bodies whose rules it applies: none of them has reviewed this service.</p>`,
      },
      {
        id: 'what-it-cannot',
        title: 'What it cannot do',
        content: html`<p>Filings are late, are corrected, and do not contain everything. Tags can be wrong. Prices come from public sources and can be wrong, too. Answers say how old they are and what they assume; read that before you rely on one.</p>
<p>The service is provided as it is, without a warranty. Anyone who acts on an answer decides for themselves. Nothing here is investment, tax or legal advice.</p>`,
      },
      {
        id: 'fair-use',
        title: 'Fair use',
        content: html`<p>The <a href="${url('/developers#tiers')}">limits of each tier</a> hold. Do not get around them with several addresses, do not try keys that are not yours, and keep your own secret: calls with your key count as yours. We may end keys that are misused.</p>
<p>You may use and show the answers in your own product. Show the date and the assumptions with the verdict, and do not present it as a ruling.</p>`,
      },
      {
        id: 'changes',
        title: 'Changes',
        content: html`<p>Rules change when their editors publish a new edition, and the engine when a fault is found. Each answer names the rule set and the version of the engine; a changed verdict names its cause in the history.</p>`,
      },
      operatorPart(contact),
    ],
  });
}

function privacyPage(site: Site, { contact, bulkRetentionDays }: LegalDeps) {
  const kept: readonly (readonly [what: string, how: string])[] = [
    [
      'To read these pages',
      'Nothing is asked of you and nothing is kept about you. There are no trackers, no ads, no fonts or scripts from elsewhere.',
    ],
    [
      'To limit requests',
      'A counter by network address (for IPv6, the network’s first half), which ends with its window: a minute for calls, suggestions and sign-ins, an hour for sign-ups and mailed links. Counters of guesses may be by browser, those of mails by a hash of the address. Addresses are kept nowhere else, and not in the log.',
    ],
    [
      'A key',
      `The e-mail address as you wrote it, what the key is for if you said so, which link led you here if the link said so, and when. Of the key itself only a hash and its first characters. A key that you replace works for ${EARLIER_KEY_HOURS} hours more; that it existed stays until the account is deleted.`,
    ],
    ['A password', 'Only as an argon2id hash, from which it cannot be read back.'],
    [
      'Signing in',
      `One cookie, for ${days(SESSION_S / 86_400)} at most, that only signs you in. It holds the beginning of a key’s hash, the tier and the expiry. Another, for 30 days, says that this browser signed in before, so that strangers who guess passwords do not keep you out; it opens nothing. There are no others. A link that we mail you is kept for 30 minutes, with the address, the page and the ticker that you came for.`,
    ],
    [
      'Your watchlist and alerts',
      'The tickers you watch, the addresses that alerts go to (of the feed’s, only a hash), each alert, and how its delivery went.',
    ],
    [
      'What you follow, and your list of holdings',
      'The methodologies and the edition that you chose. A list of holdings only if you save it: its text as you pasted it, and the verdicts that you were shown last, to say what changed. You can delete it on the portfolio page.',
    ],
    [
      'Usage',
      'How many calls your account made, by day, operation and status, for thirteen months. Which tickers were asked for, by day, is counted without saying by whom.',
    ],
    ['Bulk jobs', `The symbols and results, for ${days(bulkRetentionDays)}.`],
    ['The waiting list', 'The address and what you are interested in, until it is deleted.'],
    [
      'Payments',
      'Card details stay with the payment provider. Here: the address, the amount, and what the provider calls the purchase. After an account is deleted the amounts stay, without a name.',
    ],
    [
      'The log',
      'For each request its method, path, status, duration and id: no address of the network, no query, no key.',
    ],
  ];
  return render(site, {
    path: '/privacy',
    title: 'Privacy',
    lead: 'What this service keeps about you, for how long, and what it does not.',
    parts: [
      {
        id: 'kept',
        title: 'What is kept',
        content: html`<dl class="facts">
${kept.map(([what, how]) => html`<div><dt>${what}</dt><dd>${how}</dd></div>\n`)}</dl>`,
      },
      {
        id: 'given',
        title: 'Who gets it',
        content: html`<p>Nobody, except where you ask for it: the payment provider when you pay, and the addresses that you set for alerts. What you search for is never sent to the SEC or a price source in your name: this server asks for companies, without saying for whom.</p>`,
      },
      {
        id: 'yours',
        title: 'Your rights',
        content: html`<p>On the <a href="${url('/portal/account')}">account page</a> you can see and export all that is kept about your account, end keys, and delete it. Deleting takes effect at once.</p>`,
      },
      operatorPart(contact),
    ],
  });
}

function operatorPart(contact: string | null): Part {
  const content =
    contact === null
      ? html`<p>Anyone can run this software, and the operator of this server has not said here who they are. Before you give it an address, ask the person who sent you here.</p>`
      : html`<p>This server is run by <bdi>${contact}</bdi>. Write there about your data, or about anything on these pages.</p>`;
  return { id: 'operator', title: 'Who runs it', content };
}
