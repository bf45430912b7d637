import type { HttpApp } from '@common/kit/http/app';
import type { Tier, TierTerms } from '../accounts/tiers.ts';

/**
 * Adds `GET /llms.txt` (llmstxt.org): what a language model needs to use the service correctly, with links to
 * the rest.
 */
export function addLlmsTxtRoute(app: HttpApp, tiers: Readonly<Record<Tier, TierTerms>>): void {
  const text = llmsTxt(tiers);
  app.get('/llms.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('content-type', 'text/markdown; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(text),
  );
}

function llmsTxt(tiers: Readonly<Record<Tier, TierTerms>>): string {
  const rate = (tier: Tier): string => {
    const { policy } = tiers[tier];
    return policy === null ? 'without limit' : `${policy.requests} requests a minute`;
  };
  return `# Sanad screening service

> Screens US-listed companies and ETFs for Sharia compliance from the SEC's own filings. Every number is cited: form, period end, accession, tag, address.

How to read an answer:

- \`summary\` says the verdict and why in one sentence, and so does each entry of \`methodologies\`.
- Ratios, \`value\`, \`low\`, \`high\`, \`threshold\` and \`distance\` are fractions (0.3 is 30 %); members that end in \`_pct\` are percent, and so is \`pct_of_dividends_and_gains\`.
- \`compliance\` is \`compliant\`, \`questionable\`, \`non_compliant\` or \`not_screenable\`. \`not_screenable\` means that the filed data are insufficient; it is never a pass. \`missing\` says what is absent.
- A check has \`status\` pass, fail or unknown, and \`low\` and \`high\`: what is not filed widens the interval and never makes a verdict better.
- \`approximations\` says which assumptions an answer rests on. Pass them on to the reader with the verdict.
- Values overlays are informational: they never change the verdict or the score.
- Cite \`evidence[].source_url\` and \`accession\` when you repeat a number. The answer is a computation from filings, not a ruling by a scholar.

## Use it

- [Screen one ticker](/v1/screen/AAPL): \`GET /v1/screen/{ticker}\`, optional \`as_of=YYYY-MM-DD\`, \`rules=classic\`, \`overlays=all\` (with a key)
- [Find a ticker by name](/v1/search?q=apple): \`GET /v1/search?q=\`, 1 to 80 characters; \`did_you_mean\` for a typo
- [History](/v1/history/AAPL): dated screenings, and which filed figure flipped which check
- \`POST /v1/batch\`: 1 to 25 symbols at once, with a key
- \`POST /v1/bulk\`: 1 to 500 symbols as a job, with a key
- \`POST /mcp\`: the same as Model Context Protocol tools (streamable HTTP)
- \`POST /api/keys\` with \`{"email": "..."}\`: a free key, sent as header \`x-api-key\` or \`Authorization: Bearer\`

Without a key: ${rate('demo')} per network address. With a free key: ${rate('free')}. Partner: ${rate('partner')}. The headers \`RateLimit\` and \`Retry-After\` say when you may continue.

## Reference

- [OpenAPI 3.1 description](/openapi.json)
- [Interactive reference](/docs)
- [Health](/health): what data the service holds, and of which date
`;
}
