import type { HttpApp } from '@common/kit/http/app';
import { loadAssets } from '@common/web/assets';
import { html, type Safe, url } from '@common/web/html';
import { savedFile } from '@common/web/saved-file';
import { sendSilentPage } from '@common/web/send-page';
import { judgementTemplates } from '../proof-view/judgement.page.ts';
import { leaf, MARK_TEMPLATES, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import { disputeTemplates } from './dispute.page.ts';
import { statementTemplates } from './statement.page.ts';

interface VerifyPageDeps extends PagesDeps {
  readonly venues: readonly string[];
  /** An issuer’s own program, which runs under the page’s policy; null for none. */
  readonly evidenceChecker: string | null;
}

const CRUMB = html`Read here: <bdi class="id" data-slot="file"></bdi>, <span data-slot="bytes"></span> bytes`;

const COPY_PATH = '/verify/sanad-verify.html';

/**
 * Adds `/verify`: what the command does, in a page that may not connect anywhere; and the same as one file
 * for a disk.
 */
export async function addVerifyPage(
  app: HttpApp,
  { site, assets, offline, venues, evidenceChecker }: VerifyPageDeps,
): Promise<void> {
  const checker = evidenceChecker === null ? null : await loadAssets({ 'evidence.js': evidenceChecker });
  checker?.addRoutes(app);
  const computes = checker !== null;
  const shared = { config: { page: true }, schema: { hide: true } } as const;
  const page = renderConsolePage(site, {
    title: 'Verify a receipt or a statement',
    description: 'Checks a receipt, or the statement of a month, in this browser, without a network.',
    main: verifyMain(venues, { isServed: true, computes }),
    path: '/verify',
    bundles: [...(checker === null ? [] : [checker.addresses['evidence.js']]), assets.addresses['verify.js']],
  });
  app.get('/verify', shared, (request, reply) => sendSilentPage(request, reply, page));
  const copy = savedFile({
    style: offline.style,
    script: [...(evidenceChecker === null ? [] : [evidenceChecker]), offline.script].join('\n'),
    title: 'Verify a receipt or a statement – Sanad',
    body: `<header class="site-header"><div class="width"><p class="site-name">Sanad</p></div></header>
<main id="content" class="width">
${verifyMain(venues, { isServed: false, computes })}${MARK_TEMPLATES}
</main>`,
  });
  app.get(COPY_PATH, shared, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': 'attachment; filename="sanad-verify.html"',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      })
      .send(copy),
  );
}

interface PageKind {
  /** By a console, and not from a disk. */
  readonly isServed: boolean;
  /** Whether it has a program that computes what statements claim. */
  readonly computes: boolean;
}

function verifyMain(venues: readonly string[], { isServed, computes }: PageKind): Safe {
  return html`<div id="venues" hidden data-venues="${JSON.stringify(venues)}"></div>
<header class="opening">
<h1>Verify a receipt or a statement</h1>
<p class="story">This browser checks it, without a network. Nothing leaves this page.</p>
</header>
<noscript><p>The checks need this page’s script. Without it, use the command: <code>npx sanad-verify receipt.json --keys keys.json</code></p></noscript>
${leaf({ id: 'files-title', title: 'The files', matter: files(computes) })}
<p id="state" role="status"></p>
<div id="answer"></div>
${leaf({ id: 'this-page', title: 'This page', note: 'You need not trust us.', matter: about(isServed) })}
${judgementTemplates(CRUMB)}
${statementTemplates(CRUMB)}
${disputeTemplates(CRUMB)}
<template id="nothing-checked"><div class="refused" role="alert"><h2>Nothing was checked</h2><p data-slot="why"></p></div></template>
<template id="report-leaf">${leaf({
    id: 'report',
    title: 'Report',
    note: 'The whole answer, to keep.',
    matter: html`<p class="actions"><button id="report-html" type="button" class="outlined">Save as a page</button><button id="report-json" type="button" class="outlined">Save as JSON</button></p>
<p class="note">Requests since this page was loaded: <span data-slot="requests"></span>.</p>`,
  })}</template>`;
}

function files(computes: boolean): Safe {
  return html`<div id="files" hidden>
<div id="drop" class="drop">
<label for="receipt-file" class="drop-title">Drop a receipt, a statement or a dispute here</label>
<p class="note" id="receipt-hint">or choose the file. It is read in this page, and only here. A month’s statement may have up to 130 MiB, about 12,000 payments, which takes some minutes.</p>
<input id="receipt-file" type="file" accept="application/json,.json,.jsonl" aria-describedby="receipt-hint">
</div>
<p id="progress" class="checking" hidden><label>Checking the statement: <progress max="1"></progress></label> <button type="button" class="outlined">Stop</button></p>
<div class="pairs">
<div>
<label for="keys-file">Keys that you trust</label>
<input id="keys-file" type="file" accept="application/json,.json" aria-describedby="keys-hint">
<p class="hint" id="keys-hint">Without them, the keys of a receipt are not confirmed.</p>
</div>
<div>
<label for="previous-file">The receipt before it (optional)</label>
<input id="previous-file" type="file" accept="application/json,.json" aria-describedby="previous-hint">
<p class="hint" id="previous-hint">For check 7, the chain.</p>
</div>
${fileInput('addendum', 'What became of it later (optional)', 'Of a payment that was accepted first: from sanad receipt addenda.')}
<div>
<label for="as-of">As of (optional)</label>
<input id="as-of" type="text" placeholder="2026-11-22T02:14:00Z" autocomplete="off" spellcheck="false" aria-describedby="as-of-hint">
<p class="hint" id="as-of-hint">The mandate’s status at that instant.</p>
</div>
<div>
<label for="as">Who reads it (optional)</label>
<input id="as" type="text" autocomplete="off" aria-describedby="as-hint">
<p class="hint" id="as-hint">A label for the report.</p>
</div>
</div>
${computes && evidence()}
${beside()}
</div>`;
}

function evidence(): Safe {
  return html`<div class="pairs">
${fileInput('evidence', 'The evidence of a statement (optional)', 'What an issuer signed its statement about, such as a sealed screening. This page computes again what was said.')}
</div>`;
}

/** Inputs for evidence outside the receipt: the log, a public log, the cloud. */
function beside(): Safe {
  return html`<details class="beside">
<summary>The log, a public log, the cloud (optional)</summary>
<div class="pairs">
${fileInput('policy', 'Your policy for logs', 'Which log, and how many of which witnesses (tlog-policy). Goes with a proof or an entry.')}
${fileInput('proof', 'The proof of the log', 'From sanad log proof. Needs your policy.')}
${fileInput('anchor', 'The entry in a public log', 'From sanad log anchor, or anchors/ of an export.')}
${fileInput('trusted-root', 'The trusted root', 'The public logs that you trust: trusted_root.json of sigstore. Goes with an entry.')}
${fileInput('anchor-key', 'The key that posts the heads', 'PEM or its base64. Goes with an entry.')}
${fileInput('cloud-keys', 'The cloud’s keys', 'As the cloud published them (a JWK set). For a label alone.')}
</div>
</details>`;
}

function fileInput(name: string, label: string, hint: string): Safe {
  return html`<div>
<label for="${name}-file">${label}</label>
<input id="${name}-file" type="file" aria-describedby="${name}-hint">
<p class="hint" id="${name}-hint">${hint}</p>
</div>`;
}

function about(isServed: boolean): Safe {
  const copy = isServed
    ? html`<li><a href="${url(COPY_PATH)}" download>Save this page</a>: one file that works from your disk, for years.</li>`
    : html`<li>This is a copy on a disk: it works without us.</li>`;
  return html`<ul>
<li>Nothing leaves this page. It may not even connect: its own policy forbids it.</li>
<li>Disconnect from the network and try.</li>
${copy}
</ul>`;
}
