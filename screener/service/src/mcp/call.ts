import type { Result } from '@common/base/result';
import type { FastifyBaseLogger } from 'fastify';
import type { GatedOperation } from '../accounts/tiers.ts';

/** What a tool may know about the HTTP request that called it. */
export interface McpCall {
  /** The tool that the message calls; null for a message of another kind. */
  readonly tool: string | null;
  readonly may: ReadonlySet<GatedOperation>;
  readonly requestId: string;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Counts a request for a ticker. */
  readonly asked: (symbol: string, answer: Result<{ readonly compliance: string }, string>) => void;
}
