import { createHash } from 'node:crypto';
import { bundleScripts } from '@common/web/bundle';
import { html, url } from '@common/web/html';
import { savedFile } from '@common/web/saved-file';
import type { ScreenAnswer } from '../use-cases/screen-ticker.ts';
import type { ScreeningCase } from '../use-cases/screening-case.ts';
import { type ReportLine, reportHeading, reportParts } from './report-lines.ts';

const SCRIPT = { 'recompute.js': new URL('./recompute.script.ts', import.meta.url) };

const STYLE = `
:root { color-scheme: light dark; --fail: light-dark(#a3261c, #f0897f); --rule: light-dark(#d8d9d4, #3c4145) }
body { max-inline-size: 62rem; margin-inline: auto; padding: 1rem; font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; font-weight: 500; line-height: 1.2 }
h2 { margin-block: 2rem .4rem; font-size: 1.1rem }
table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
td, th { padding: .3rem .6rem .3rem 0; border-block-end: 1px solid var(--rule); text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere }
th { inline-size: 45% }
a { color: inherit }
code { overflow-wrap: anywhere }
#result { padding: .8rem 1rem; border: 2px solid var(--rule); font-weight: 600 }
.differs { color: var(--fail); font-weight: 600 }
#result.differs { border-color: var(--fail) }
`;

/**
 * Makes the report that recomputes itself: one HTML file with the facts of a screening, its values and the engine,
 * which opens from a disk without a network. Its policy allows exactly its own script.
 */
export async function reportFile(answer: ScreenAnswer, given: ScreeningCase): Promise<string> {
  const scripts = await bundleScripts(SCRIPT);
  // Inside an element, `<` could end it; an escape is the same JSON.
  const data = JSON.stringify(given).replaceAll('<', '\\u003c');
  return savedFile({
    title: `${answer.symbol} – Sanad`,
    body: `${mainOf(answer, given, createHash('sha256').update(data).digest('hex'))}
<script id="case" type="application/json">${data}</script>`,
    style: STYLE,
    // Inside a string or a pattern, both are the same program.
    script: scripts['recompute.js'].replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
  });
}

function mainOf(answer: ScreenAnswer, { kind }: ScreeningCase, digest: string) {
  const parts = reportParts(answer);
  return html`<main>
<h1 data-line>${reportHeading(answer)}</h1>
<p id="result" role="status">Not computed again yet: this needs scripts. Without them, nothing here was checked.</p>
<p>This file holds the facts of a screening and the program that screens. When it is opened, the browser computes every value below from these facts, without a network, and says above whether they are as printed.${kind === 'fund' ? ' Of each company held it has the verdict, not the facts: those are in the company’s own report.' : ''} It does not prove that the facts are those that were filed: compare them with the filings, which are linked. It is a computation from filings, not a ruling by a scholar.</p>
${parts.map(({ title, lines }) => html`<h2>${title}</h2>\n<table>\n${lines.map(lineRow)}</table>\n`)}
<p>SHA-256 of the facts: <code id="digest">${digest}</code></p>
</main>`;
}

function lineRow({ what, value, source }: ReportLine) {
  const link = source !== undefined && html`<br><a href="${url(source)}" data-line>${source}</a>`;
  return html`<tr><th scope="row" data-line>${what}</th><td><span data-line>${value}</span>${link}</td></tr>\n`;
}
