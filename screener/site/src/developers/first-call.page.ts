import { type Content, html, type Safe } from '@common/web/html';
import type { ScreenAnswer, WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { worded } from '@screener/words/answer';
import { words } from '../parts/language.ts';

interface Sample {
  readonly language: string;
  readonly code: string;
  readonly note?: Content;
}

/** Writes the same request in several languages. Each sample works as printed, with the key in SANAD_KEY. */
export function samplesFor(base: string): readonly Sample[] {
  const { agent, notes } = words().developers.firstCall;
  return [
    {
      language: 'curl',
      code: `curl ${base}/v1/screen/AAPL \\
  -H "x-api-key: $SANAD_KEY"`,
      note: notes.curl,
    },
    {
      language: 'TypeScript',
      code: `const response = await fetch('${base}/v1/screen/AAPL', {
  headers: { 'x-api-key': process.env.SANAD_KEY ?? '' },
});
const { data, error } = await response.json();
if (error) throw new Error(error.message);
console.log(data.compliance, data.summary);`,
      note: html`${notes.typeScript<Content>(html`<bdi>first-call.mjs</bdi>`)}`,
    },
    {
      language: 'Python',
      code: `import json, os, urllib.request

request = urllib.request.Request(
    "${base}/v1/screen/AAPL",
    headers={"x-api-key": os.environ["SANAD_KEY"]},
)
with urllib.request.urlopen(request) as response:
    data = json.load(response)["data"]
print(data["compliance"], data["summary"])`,
    },
    {
      language: agent,
      code: JSON.stringify(
        {
          mcpServers: {
            sanad: { type: 'http', url: `${base}/mcp`, headers: { 'x-api-key': '<your key>' } },
          },
        },
        null,
        2,
      ),
      note: notes.agent,
    },
  ];
}

/** Shows the samples, of which one is open at a time, without a script. */
export function firstCall(base: string, example: ScreenAnswer | null): Safe {
  const said = words().developers.firstCall;
  return html`<p>${said.variable}</p>
<pre><code>export SANAD_KEY='snd_live_…'</code></pre>
<div class="samples">
${samplesFor(base).map(
  ({ language, code, note }, at) =>
    html`<details name="language"${at === 0 && html` open`}><summary>${language}</summary>
<pre><code>${code}</code></pre>
${note !== undefined && html`<p class="small muted">${note}</p>`}
</details>
`,
)}</div>
${example !== null && html`<h3 class="sample-title">${said.answer}</h3>\n<pre><code>${shortened(worded(example))}</code></pre>`}`;
}

/** Returns some members of a real answer, as sent. */
function shortened({
  symbol,
  compliance,
  score,
  as_of,
  summary,
  purification,
  missing,
}: WordedAnswer): string {
  const { low_pct, high_pct, basis } = purification;
  const data = {
    symbol,
    compliance,
    score,
    as_of,
    summary,
    purification: { low_pct, high_pct, basis },
    missing,
  };
  const text = JSON.stringify({ success: true, error: null, data }, null, 2);
  return text.replace(/\n {2}}\n}$/, ',\n    …\n  }\n}');
}
