import type { Claim } from './claim.ts';
import type { VisibilityProof } from './report.ts';
import type { ToldAction } from './told-action.ts';
import type { Check } from './verification.ts';

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --bad: #a8201a; --quiet: #5a6270; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8f87; --quiet: #a3abb8; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } caption { text-align: start; color: var(--quiet); }
th, td { border-bottom: 1px solid var(--line); padding: .5rem; text-align: start; vertical-align: top; }
td, p, li { overflow-wrap: anywhere; } .quiet { color: var(--quiet); }
.failed, .fail { color: var(--bad); } .verdict { font-weight: 600; }
@media print { body { margin: 0; } }`;

interface ReportContent {
  /** What happened, in words; if the receipt does not hold, it claims nothing. */
  readonly title: string;
  /** The verdict, in sentences. */
  readonly words: string;
  /** The labels beside the verdict, which change nothing. */
  readonly labels: readonly (readonly [name: string, value: string])[];
}

/**
 * The visibility proof as one page: no script, no request, every text from the receipt escaped. INVARIANT: nothing in it is
 * green, since no level of this build is verified.
 */
export function reportHtml(proof: VisibilityProof, { labels, title, words }: ReportContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${
  proof.receipt_id === null
    ? ''
    : `<p class="quiet">Proof of receipt ${escapeHtml(proof.receipt_id)}</p>
`
}<p class="verdict ${proof.verdict}">${escapeHtml(words)}</p>
${labelList(labels)}
${proof.action === null ? '' : actionSection(proof.action)}<h2>What it proves, and how strongly</h2>
<table>
<caption>Strength: 4 independent hardware key, 3 independent signature, 2 service-signed, 1 declared, 0 not proven</caption>
<thead><tr><th scope="col">Claim</th><th scope="col">Strength</th><th scope="col">Why</th></tr></thead>
<tbody>
${proof.claims.map(claimRow).join('\n')}
</tbody>
</table>
<h2>What it does not prove</h2>
<ul>
${proof.not_proven.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n')}
</ul>
<h2>The nine checks</h2>
<table>
<thead><tr><th scope="col">Check</th><th scope="col">Outcome</th><th scope="col">Found</th></tr></thead>
<tbody>
${proof.verification.checks.map(checkRow).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`;
}

function labelList(labels: readonly (readonly [string, string])[]): string {
  if (labels.length === 0) return '';
  const items = labels.map(([name, value]) => `<li>${escapeHtml(name)}: ${escapeHtml(value)}</li>`);
  return `<ul class="quiet">\n${items.join('\n')}\n</ul>`;
}

function actionSection(action: ToldAction): string {
  const { facade, outcome, reason, params, withheld, agent, principal, approver, tenant } = action;
  const rows: readonly (readonly [string, string | number | null])[] = [
    ['action', facade],
    ...Object.entries(params),
    ['withheld', withheld.length === 0 ? null : withheld.join(', ')],
    ['outcome', `${outcome} (${reason})`],
    ['agent', agent],
    ['principal', principal],
    ['approver', approver],
    ['tenant', tenant],
    ['mandate', action.contract_id],
    ['counterparty', action.counterparty],
    ...Object.entries(action.when).map(([name, at]) => [name.replace('_at', ''), at] as const),
  ];
  const cells = rows.flatMap(([name, value]) =>
    value === null
      ? []
      : [`<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(String(value))}</td></tr>`],
  );
  return `<h2>What the receipt says happened</h2>
<p>${action.summary.map(escapeHtml).join(', ')}.</p>
<table>
<tbody>
${cells.join('\n')}
</tbody>
</table>
`;
}

function claimRow({ statement, strength, strength_name, basis, kid, pinned }: Claim): string {
  const key = kid === null || strength === 0 || pinned ? '' : ' The key is not pinned.';
  return `<tr><th scope="row">${escapeHtml(statement)}</th><td>${strength} ${strength_name}</td><td>${escapeHtml(basis + key)}</td></tr>`;
}

function checkRow({ number, name, outcome, detail }: Check): string {
  const styles = { pass: 'holds', fail: 'fail', hidden: 'quiet', 'n/a': 'quiet' } as const;
  const style = styles[outcome];
  return `<tr><th scope="row">${number}. ${escapeHtml(name)}</th><td class="${style}">${outcome}</td><td>${escapeHtml(detail)}</td></tr>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return printable(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Control characters, text-direction characters, invisible characters, and all spaces but the plain one. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/**
 * The text with such characters made visible: a receipt must not pose as another.
 * @example printable('pay\u202e 40') // 'pay\\u{202e} 40'
 */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

/**
 * Like `printable`, for a text of several lines.
 * @example printableLines('a\nb\t') // 'a\nb\\u{9}'
 */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
