import type { McpServer } from '@modelcontextprotocol/server';
import { object } from '@screener/engine/schema-parts';
import { inputSchemaOf } from './schema.ts';
import { TICKER } from './tools/arguments.ts';

const ARGUMENTS = inputSchemaOf(object({ ticker: TICKER }));

/** Adds the prompt that a person picks from a menu: a screening, explained. */
export function addPrompt(server: McpServer): void {
  server.registerPrompt(
    'explain_screening',
    {
      title: 'Explain the screening of a ticker',
      description: 'Screens a ticker and explains the answer to an investor, with the filings behind it.',
      argsSchema: ARGUMENTS,
    },
    ({ ticker }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: requestFor(ticker) } }],
    }),
  );
}

function requestFor(ticker: string): string {
  return `Call screen_ticker for ${ticker} with detail full and explain the answer to an investor: the verdict and its date first; then the checks that decide, each with its figure, its limit and the filing (accession and address); then purification, what is missing, and the assumptions. not_screenable is neither a pass nor a fail. Use only figures from the answer, and say that it is a computation from filings, not a ruling by a scholar.`;
}
