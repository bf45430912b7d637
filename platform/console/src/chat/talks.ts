import type { ToldCall } from '../use-cases/agent-gateway.ts';

/** What came of a person’s words. */
export type Answer =
  | { readonly kind: 'pending' }
  | { readonly kind: 'told'; readonly words: string; readonly calls: readonly ToldCall[] }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Whether it is certain that nothing was done. */
      readonly isNothingDone: boolean;
    };

export interface Turn {
  readonly said: string;
  /** RFC 3339. */
  readonly at: string;
  readonly model: string;
  answer: Answer;
}

export interface Talk {
  readonly id: string;
  readonly mandateId: string;
  readonly turns: Turn[];
}

export const MOST_TURNS = 30;
const MOST_TALKS = 32;
/** How many messages may be answered at once. */
const MOST_PENDING = 8;
const IDLE_MS = 3_600_000;
const MOST_WORDS = 8_000;
const MOST_DETAIL = 1_000;
const MOST_DATA = 600;

type TurnStart =
  | { readonly kind: 'begun'; readonly talk: Talk; readonly turn: Turn }
  /** The same form was sent before, so its words are not sent to the agent again. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'over' }
  | { readonly kind: 'busy' };

interface Talks {
  find(id: string): Talk | null;
  /**
   * Adds the next words to a talk, or begins one with them. `turn` is the number of turns that the sender had
   * seen.
   */
  begin(next: {
    readonly id: string;
    readonly mandateId: string;
    readonly turn: number;
    readonly said: string;
    readonly model: string;
    readonly at: string;
  }): TurnStart;
}

/**
 * Talks in this process’s memory, and nowhere else: few, short, and forgotten an hour after the last look.
 * INVARIANT: words are said once, however often their form is sent.
 */
export function createTalks(clock: () => number): Talks {
  const talks = new Map<string, { readonly talk: Talk; usedAt: number }>();
  const use = (id: string): Talk | null => {
    const kept = talks.get(id);
    if (kept === undefined) return null;
    // Moved to the end, because the map is in order of last use.
    talks.delete(id);
    talks.set(id, kept);
    kept.usedAt = clock();
    return kept.talk;
  };
  const forget = (): void => {
    const now = clock();
    for (const [id, { talk, usedAt }] of talks) {
      if (isPending(talk)) continue;
      if (talks.size > MOST_TALKS || now - usedAt > IDLE_MS) talks.delete(id);
    }
  };
  return {
    find: (id) => {
      forget();
      return use(id);
    },
    begin: ({ id, mandateId, turn: seen, said, model, at }) => {
      forget();
      const known = use(id);
      if (known === null && seen > 0) return { kind: 'over' };
      const talk = known ?? { id, mandateId, turns: [] };
      if (talk.turns.length > seen) return { kind: 'repeated' };
      if (talk.mandateId !== mandateId || talk.turns.length !== seen || seen >= MOST_TURNS) {
        return { kind: 'over' };
      }
      const pending = [...talks.values()].filter((kept) => isPending(kept.talk)).length;
      if (pending >= MOST_PENDING || isPending(talk)) return { kind: 'busy' };
      const turn: Turn = { said, at, model, answer: { kind: 'pending' } };
      talk.turns.push(turn);
      talks.set(id, { talk, usedAt: clock() });
      forget();
      return { kind: 'begun', talk, turn };
    },
  };
}

function isPending({ turns }: Talk): boolean {
  return turns.at(-1)?.answer.kind === 'pending';
}

/** An answer as it is kept: long texts are cut, and a tool’s data becomes text. */
export function toldAnswer(words: string, calls: readonly ToldCall[]): Answer {
  return {
    kind: 'told',
    words: cut(words, MOST_WORDS),
    calls: calls.map(({ tool, result: { status, reason, detail, grant_id, receipt_id, data } }) => ({
      tool,
      result: {
        status,
        reason,
        detail: cut(detail, MOST_DETAIL),
        ...(grant_id === undefined ? {} : { grant_id }),
        ...(receipt_id === undefined ? {} : { receipt_id }),
        ...(data === undefined || data === null ? {} : { data: cut(JSON.stringify(data), MOST_DATA) }),
      },
    })),
  };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()} … (shortened here)` : text;
}
