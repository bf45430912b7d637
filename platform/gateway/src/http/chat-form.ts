import type { Result } from '@common/base/result';
import type { ChatAnswer, ChatRequest } from '../use-cases/chat.ts';

/** What an answer is written from. */
export interface AnswerFacts {
  readonly modelName: string;
  readonly answer: ChatAnswer;
  readonly promptWords: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  /** Returns a fresh id with the prefix. */
  readonly id: (prefix: string) => string;
}

/** One request in one of the forms in which a chat is asked for and answered. */
export interface ChatForm {
  readonly model: string;
  /** Whether the answer is wanted as server-sent events. */
  readonly streams: boolean;
  readonly asked: Result<ChatRequest, 'invalid_request'>;
  whole(facts: AnswerFacts): object;
  events(facts: AnswerFacts): string;
}

/** Longer texts are sent in larger pieces, because each piece adds about two hundred bytes. */
const WORD_BY_WORD = 2_000;

/** Splits a text without loss. INVARIANT: takes linear time, since a model may say anything. */
export function piecesOf(text: string): readonly string[] {
  return text.match(text.length > WORD_BY_WORD ? /[\s\S]{1,200}/gu : /\S+\s*|\s+/g) ?? [];
}

/** Counts words where tokens are not known: for the script, and for a model that reports no usage. */
export function usageOf({ promptWords, answer }: AnswerFacts) {
  if (answer.usage !== null) {
    const { prompt_tokens, completion_tokens } = answer.usage;
    return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  }
  const asked = countWords(promptWords);
  const said = countWords(
    (answer.words ?? '') + answer.calls.map(({ argumentsJson }) => ` ${argumentsJson}`).join(''),
  );
  return { prompt_tokens: asked, completion_tokens: said, total_tokens: asked + said };
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
