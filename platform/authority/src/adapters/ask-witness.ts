import { createHttpClient } from '@common/kit/http/client';
import { Witnessed } from '@platform/core/objects/log';
import { type SpentGrant, SpentGrants } from '@platform/core/objects/spent-grant';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1_048_576;
const GARBLED = 'its answer cannot be read';

/** What an enforcement point or a gateway has seen of the log; null if it does not answer. */
export async function askWitness(url: string): Promise<Witnessed | null> {
  const answer = await ask<Witnessed>(url, '/log/witnessed', Witnessed);
  return answer.kind === 'answered' ? answer.value : null;
}

type SpentAnswer =
  | { readonly kind: 'answered'; readonly value: readonly SpentGrant[] }
  /** A gateway, for one: it does not know the question. */
  | { readonly kind: 'no_enforcement_point' }
  /** INVARIANT: never taken for "nothing was spent". */
  | { readonly kind: 'unknown'; readonly why: string };

/** The grants that were spent at an enforcement point since then, or whose record is outstanding there. */
export async function askSpentGrants(url: string, since: string): Promise<SpentAnswer> {
  const spent: SpentGrant[] = [];
  for (;;) {
    const after = spent.at(-1)?.redemption.grant_id;
    const query = new URLSearchParams({ since, ...(after === undefined ? {} : { after }) });
    const page = await ask<readonly SpentGrant[]>(url, `/intents?${query}`, SpentGrants);
    if (page.kind !== 'answered') {
      const isFirst = after === undefined;
      return page.status === 404 && isFirst ? { kind: 'no_enforcement_point' } : unknown(page.why);
    }
    if (page.value.length === 0) return { kind: 'answered', value: spent };
    // INVARIANT: it grows by ids that rise, so that it ends.
    if (after !== undefined && (page.value[0]?.redemption.grant_id ?? '') <= after) {
      return unknown('it gave a page twice');
    }
    spent.push(...page.value);
  }
}

function unknown(why: string): SpentAnswer {
  return { kind: 'unknown', why };
}

type Answer<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'failed'; readonly status: number | null; readonly why: string };

function failed(why: string, status: number | null = null): Answer<never> {
  return { kind: 'failed', status, why };
}

async function ask<Body>(url: string, path: string, schema: TSchema): Promise<Answer<Body>> {
  if (!URL.canParse(url)) return failed('it is no URL');
  const { origin, pathname } = new URL(url);
  const http = createHttpClient();
  const answer = await http.sendRepeatable({
    ...{ method: 'GET', origin, path: `${pathname.replace(/\/+$/, '')}${path}` },
    headers: { accept: 'application/json' },
    ...{ body: null, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
  });
  http.close();
  if (answer.kind !== 'answered') return failed('it did not answer');
  if (answer.status !== 200) return failed(`it answered ${answer.status}`, answer.status);
  try {
    const value: unknown = JSON.parse(Buffer.from(answer.bytes).toString('utf8'));
    return Value.Check(schema, value) ? { kind: 'answered', value: value as Body } : failed(GARBLED, 200);
  } catch {
    return failed(GARBLED, 200);
  }
}
