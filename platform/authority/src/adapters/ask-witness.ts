import { createHttpClient } from '@common/kit/http/client';
import { type CallAnswer, type Client, createClient } from '@platform/api/client';
import { PEP } from '@platform/api/pep';
import type { Witnessed } from '@platform/core/objects/log';
import type { SpentGrant } from '@platform/core/objects/spent-grant';

/** Both limits are generous, because the answers grow with the deployment’s age. */
const READING = { timeoutMs: 5_000, maxBytes: 64 * 1_048_576, plainJson: true } as const;

/** Asks an enforcement point or a gateway what it has seen of the log; null if it does not answer. */
export async function askWitness(url: string): Promise<Witnessed | null> {
  const answer = await ask<Witnessed>(url, (client) => client.readWitnessed());
  return answer.kind === 'answered' ? answer.value : null;
}

type SpentAnswer =
  | { readonly kind: 'answered'; readonly value: readonly SpentGrant[] }
  /** The service is no enforcement point, for example a gateway, which does not have this route. */
  | { readonly kind: 'no_enforcement_point' }
  /** INVARIANT: never taken to mean "nothing was spent". */
  | { readonly kind: 'unknown'; readonly why: string };

/** Asks an enforcement point for the grants that it spent since then, or has not reported yet. */
export async function askSpentGrants(url: string, since: string): Promise<SpentAnswer> {
  const spent: SpentGrant[] = [];
  for (;;) {
    const after = spent.at(-1)?.redemption.grant_id;
    const query = { since, after };
    const page = await ask<readonly SpentGrant[]>(url, (client) => client.listSpentGrants({ query }));
    if (page.kind !== 'answered') {
      const isFirst = after === undefined;
      return page.status === 404 && isFirst ? { kind: 'no_enforcement_point' } : unknown(page.why);
    }
    if (page.value.length === 0) return { kind: 'answered', value: spent };
    // INVARIANT: ids rise from page to page, so the loop ends.
    if (after !== undefined && (page.value[0]?.redemption.grant_id ?? '') <= after) {
      return unknown('it gave a page twice');
    }
    spent.push(...page.value);
  }
}

function unknown(why: string): SpentAnswer {
  return { kind: 'unknown', why };
}

/** Asks one service, over connections that are closed afterwards. */
async function ask<Value>(
  url: string,
  call: (client: Client<typeof PEP>) => Promise<CallAnswer<Value>>,
): Promise<Answer<Value>> {
  if (!URL.canParse(url)) return failed('it is no URL');
  const http = createHttpClient();
  const called = await call(createClient(PEP, { http, baseUrl: url, ...READING }));
  http.close();
  if (called.ok) return { kind: 'answered', value: called.value };
  const { error } = called;
  if (error.kind === 'unanswered') return failed('it did not answer');
  if (error.kind === 'garbled') return failed('its answer cannot be read', error.status);
  return failed(`it answered ${error.status}`, error.status);
}

type Answer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed'; readonly status: number | null; readonly why: string };

function failed(why: string, status: number | null = null): Answer<never> {
  return { kind: 'failed', status, why };
}
