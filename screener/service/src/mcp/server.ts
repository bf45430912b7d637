import { McpServer } from '@modelcontextprotocol/server';
import { methodologyPage } from '../methodology/methodology.text.ts';
import { createSearch } from '../search/search.ts';
import type { ScreenDeps } from '../use-cases/screen-ticker.ts';
import { addPrompt } from './prompt.ts';
import type { MakeServer } from './serving.ts';
import { compareTickersTool } from './tools/compare-tickers.ts';
import { findTickerTool } from './tools/find-ticker.ts';
import { screenBatchTool } from './tools/screen-batch.ts';
import { screenPortfolioTool } from './tools/screen-portfolio.ts';
import { screenTickerTool } from './tools/screen-ticker.ts';
import { screeningHistoryTool } from './tools/screening-history.ts';
import { screeningMethodologyTool } from './tools/screening-methodology.ts';

const METHODOLOGY_URI = 'sanad://methodology';
/** The lists change only with a release and are the same for every caller. */
const FOR_EVERYBODY = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const INSTRUCTIONS = `Screens US-listed companies and ETFs for Sharia compliance from the SEC's own filings, with a citation behind every number.

- A name instead of a ticker: find_ticker. One ticker: screen_ticker. Several: compare_tickers or screen_batch; what somebody holds: screen_portfolio (these need an API key, which is free). The past: screening_history. The rules: screening_methodology.
- Verdicts are compliant, questionable, non_compliant and not_screenable. not_screenable means that the filed data are insufficient: it is not a pass, and an error is not a verdict either. Say so.
- Pass on the assumptions (approximations) and the date (as_of) with a verdict, and cite accession and source_url with a number.
- An answer is a computation from filings, not a ruling by a scholar.`;

interface ServerOptions {
  readonly version: string;
  /** Memory for answers of `screen_ticker`, in bytes. */
  readonly cacheBytes: number;
}

/**
 * Returns a factory of servers with the service's tools, resource and prompt, in an order that never changes.
 * For the call of a tool, a server has that tool alone.
 */
export function createMakeServer(deps: ScreenDeps, { version, cacheBytes }: ServerOptions): MakeServer {
  const search = deps.search ?? createSearch(deps.store, deps.clock);
  const tools = [
    screenTickerTool(deps, cacheBytes),
    screeningMethodologyTool(deps, METHODOLOGY_URI),
    screeningHistoryTool(deps),
    compareTickersTool(deps),
    screenBatchTool(deps),
    screenPortfolioTool({ ...deps, search }),
    findTickerTool(search),
  ];
  const page = methodologyPage();
  return (call) => {
    const server = new McpServer(
      { name: 'sanad-screener', title: 'Sanad screening service', version },
      {
        instructions: INSTRUCTIONS,
        capabilities: {
          tools: { listChanged: false },
          prompts: { listChanged: false },
          resources: { listChanged: false, subscribe: false },
        },
        cacheHints: {
          'server/discover': FOR_EVERYBODY,
          'tools/list': FOR_EVERYBODY,
          'prompts/list': FOR_EVERYBODY,
          'resources/list': FOR_EVERYBODY,
          'resources/templates/list': FOR_EVERYBODY,
          'resources/read': FOR_EVERYBODY,
        },
      },
    );
    const called = tools.find(({ name }) => name === call.tool);
    if (called !== undefined) {
      called.addTo(server, call);
      return server;
    }
    for (const tool of tools) tool.addTo(server, call);
    const about = {
      title: 'How a verdict comes about',
      description: 'Every rule in full: tags, bounds, limits with their sources, business codes, score.',
      mimeType: 'text/markdown',
    };
    server.registerResource('methodology', METHODOLOGY_URI, about, (uri) => ({
      contents: [{ uri: uri.href, mimeType: about.mimeType, text: page }],
    }));
    addPrompt(server);
    return server;
  };
}
