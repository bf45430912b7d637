import { stopped } from '@common/base/english';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { reasonWithCode } from '@platform/words/reasons';
import { grantLink } from './grant-resource.ts';

/**
 * Returns a tool's result for agents: in words that say what to do next, as JSON for clients that read only
 * text, and as structured data. `listens`: whether the client can be told when what waits is answered.
 */
export function answered(tool: string, result: ToolResult, listens: boolean): CallToolResult {
  const { status, grant_id: grantId } = result;
  return {
    content: [
      { type: 'text', text: inWords(tool, result) },
      { type: 'text', text: JSON.stringify(result) },
      ...(listens && status === 'pending' && typeof grantId === 'string' ? [grantLink(grantId)] : []),
    ],
    structuredContent: { ...result },
  };
}

/** Returns a refusal, which is an error because no decision was made and so there is no result. */
export function refused(code: string, message: string, retryAfterS: string | undefined): CallToolResult {
  const when = retryAfterS === undefined ? '' : ` Wait ${retryAfterS} s.`;
  return { content: [{ type: 'text', text: `${code}: ${message}${when}` }], isError: true };
}

const MEANING: Readonly<Record<ToolResult['status'], string>> = {
  executed: 'Executed, exactly once',
  fetched: 'Fetched',
  pending: 'Held, and nothing was done',
  denied: 'Denied, and nothing was done',
  refused: 'Refused, and nothing was done',
  duplicate: 'Not done a second time',
  unknown: 'It is not known whether it was done',
};

function isDecided(status: ToolResult['status']): boolean {
  return status === 'pending' || status === 'denied';
}

function inWords(
  tool: string,
  { status, reason, detail, grant_id: grantId, receipt_id }: ToolResult,
): string {
  const ids = [
    ...(typeof grantId === 'string' ? [`Grant: ${grantId}.`] : []),
    ...(typeof receipt_id === 'string' ? [`Receipt: ${receipt_id}.`] : []),
    ...(status === 'pending' && typeof grantId === 'string'
      ? [`After the approval, call ${tool} with only {"grant_id": "${grantId}"}; do not propose it again.`]
      : []),
  ];
  return [
    // What was decided has words of its own.
    `${MEANING[status]}${isDecided(status) || reason === 'ok' ? ` (${reason})` : `: ${reasonWithCode(reason)}`}.`,
    ...(detail === '' ? [] : [stopped(detail)]),
    ...ids,
  ].join(' ');
}
