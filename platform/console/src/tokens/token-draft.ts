import { requiredMs } from '@common/base/instant';
import type { Result } from '@common/base/result';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { Mandate } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';
import { mandateName } from '@platform/words/mandate-name';
import { listed } from '@platform/words/short';
import { day, dayAndTime } from '@platform/words/when';
import { draftAgentToken } from '../use-cases/agent-tokens.ts';

declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

const HOURS_PER_DAY = 24;
/** The authority takes what was signed within the hour. */
const MOST_AGE_MS = 50 * 60_000;
const fresh = {
  clock: () => Date.now(),
  randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
};

interface Wish {
  readonly name: string;
  /** At least one. */
  readonly mandates: readonly Mandate[];
  readonly days: number;
}

/** In a browser: what the principal of these mandates would sign now. */
export function tokenDraft({ name, mandates, days }: Wish): Result<AgentToken> {
  const deployment = mandates[0]?.deployment ?? '';
  return draftAgentToken({ deployment, name, mandates, hours: days * HOURS_PER_DAY }, fresh);
}

/** Whether a draft waited so long that the authority would refuse its signature. */
export function isTooOld({ made_at }: AgentToken): boolean {
  return Date.now() - requiredMs(made_at) > MOST_AGE_MS;
}

/** The token in a sentence, and which of its mandates ends before it. */
export function tokenSaying(
  { agent, contracts, expires_at: until }: AgentToken,
  mandates: readonly Mandate[],
): string {
  const named = mandates.filter(({ contract_id: id }) => contracts.includes(id));
  const names = listed(named.map(mandateName));
  const before = named.filter(({ valid_to }) => requiredMs(valid_to) < requiredMs(until));
  const ends = before.map((mandate) => ` ${mandateName(mandate)} itself ends on ${day(mandate.valid_to)}.`);
  return `${printable(agent)} may act with it under ${names} until ${dayAndTime(until)}.${ends.join('')}`;
}
