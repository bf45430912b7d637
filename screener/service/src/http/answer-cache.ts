import { LRUCache } from 'lru-cache';
import type { ReadyAnswer } from './answer-body.ts';

/**
 * Cached answers, by request. An answer is valid for one generation of the store and for at most `ANSWER_LIFETIME_MS`;
 * another process's write is noticed within `GENERATION_CHECK_MS`.
 */
export interface AnswerCache<Answer = ReadyAnswer> {
  /**
   * Returns a cached answer, if there is one. Also undefined if the generation was not read within
   * `GENERATION_CHECK_MS`: read it, and ask again.
   */
  getNow(key: string): Answer | undefined;
  /** `generation` is the one read before the answer was computed. */
  set(key: string, answer: Answer, generation: number): void;
  generation(): Promise<number>;
}

const ANSWER_LIFETIME_MS = 10 * 60_000;
const GENERATION_CHECK_MS = 1_000;

interface AnswerCacheOptions<Answer> {
  readonly bytes: number;
  /** The size of an answer in memory, in bytes. */
  readonly sizeOf: (answer: Answer) => number;
  readonly readGeneration: () => Promise<number>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export function createAnswerCache<Answer extends object = ReadyAnswer>({
  bytes,
  sizeOf,
  readGeneration,
  clock,
}: AnswerCacheOptions<Answer>): AnswerCache<Answer> {
  const answers =
    bytes === 0
      ? null
      : new LRUCache<string, { readonly answer: Answer; readonly generation: number; readonly at: number }>({
          maxSize: bytes,
          sizeCalculation: ({ answer }, key) => sizeOf(answer) + key.length,
        });
  let known = -1;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const generation = async (): Promise<number> => {
    known = await readGeneration();
    checkedAt = clock();
    return known;
  };
  return {
    generation,
    getNow(key) {
      const found = answers?.get(key);
      if (found === undefined) return undefined;
      const now = clock();
      const isFresh = now - checkedAt < GENERATION_CHECK_MS && now >= checkedAt;
      return isFresh && found.generation === known && now - found.at < ANSWER_LIFETIME_MS
        ? found.answer
        : undefined;
    },
    set(key, answer, at) {
      if (answers !== null && sizeOf(answer) < bytes)
        answers.set(key, { answer, generation: at, at: clock() });
    },
  };
}
