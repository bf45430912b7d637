import { createHttpClient } from '@common/kit/http/client';
import { Witnessed } from '@platform/protocol/log';
import { type SpentGrant, SpentGrants } from '@platform/protocol/spent-grant';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1_048_576;

/** What an enforcement point or a gateway has seen of the log; null if it does not answer. */
export function askWitness(url: string): Promise<Witnessed | null> {
  return ask<Witnessed>(url, '/log/witnessed', Witnessed);
}

/**
 * The grants that were spent at an enforcement point since then, or whose record is outstanding there; null if it does not
 * say so to the end.
 */
export async function askSpentGrants(url: string, since: string): Promise<readonly SpentGrant[] | null> {
  const spent: SpentGrant[] = [];
  for (;;) {
    const after = spent.at(-1)?.redemption.grant_id;
    const query = new URLSearchParams({ since, ...(after === undefined ? {} : { after }) });
    const page = await ask<readonly SpentGrant[]>(url, `/intents?${query}`, SpentGrants);
    if (page === null) return null;
    if (page.length === 0) return spent;
    // INVARIANT: it grows by ids that rise, so that it ends.
    if (after !== undefined && (page[0]?.redemption.grant_id ?? '') <= after) return null;
    spent.push(...page);
  }
}

async function ask<Answer>(url: string, path: string, schema: TSchema): Promise<Answer | null> {
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const http = createHttpClient();
  const answer = await http.sendRepeatable({
    ...{ method: 'GET', origin, path: `${pathname.replace(/\/+$/, '')}${path}` },
    headers: { accept: 'application/json' },
    ...{ body: null, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
  });
  http.close();
  if (answer.kind !== 'answered' || answer.status !== 200) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(answer.bytes).toString('utf8'));
    return Value.Check(schema, value) ? (value as Answer) : null;
  } catch {
    return null;
  }
}
