import type { ChatAnswer } from '../use-cases/answer-chat.ts';
import { SCRIPTED_MODEL } from './agent.ts';

/** The parts of a completion. */
interface CompletionFacts {
  readonly answer: ChatAnswer;
  readonly promptWords: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  /** A fresh id with the prefix. */
  readonly id: (prefix: string) => string;
}

/** A chat completion in one piece. */
export function completionOf(facts: CompletionFacts): Record<string, unknown> {
  const { answer } = facts;
  const calls = callsOf(facts);
  return {
    id: facts.id('chatcmpl-'),
    object: 'chat.completion',
    created: facts.createdAt,
    model: SCRIPTED_MODEL,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.words,
          refusal: null,
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: finishOf(answer),
      },
    ],
    usage: usageOf(facts),
    ...(answer.results.length === 0 ? {} : { tool_results: answer.results }),
  };
}

/** The same as server-sent events: role, the words one by one or the calls, the finish reason, `[DONE]`. */
export function eventStreamOf(facts: CompletionFacts, includeUsage: boolean): string {
  const { answer } = facts;
  const head = {
    id: facts.id('chatcmpl-'),
    object: 'chat.completion.chunk',
    created: facts.createdAt,
    model: SCRIPTED_MODEL,
  };
  const chunk = (delta: Record<string, unknown>, finish: string | null, more = {}) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
    ...more,
  });
  const words = (answer.words ?? '').match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const calls = callsOf(facts).map((call, index) => ({ index, ...call }));
  const chunks: unknown[] = [
    chunk({ role: 'assistant', content: answer.words === null ? null : '' }, null),
    ...words.map((content) => chunk({ content }, null)),
    ...(calls.length === 0 ? [] : [chunk({ tool_calls: calls }, null)]),
    chunk({}, finishOf(answer), answer.results.length === 0 ? {} : { tool_results: answer.results }),
    ...(includeUsage ? [{ ...head, choices: [], usage: usageOf(facts) }] : []),
  ];
  return `${chunks.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n`;
}

function callsOf({ answer, id }: CompletionFacts) {
  return answer.calls.map(({ name, inputs }) => ({
    id: id('call_'),
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(inputs) },
  }));
}

function finishOf({ calls }: ChatAnswer): 'tool_calls' | 'stop' {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

/** A script has no tokens: words are counted. */
function usageOf({ promptWords, answer }: CompletionFacts) {
  const asked = countWords(promptWords);
  const said = countWords(
    (answer.words ?? '') + answer.calls.map(({ inputs }) => ` ${JSON.stringify(inputs)}`).join(''),
  );
  return { prompt_tokens: asked, completion_tokens: said, total_tokens: asked + said };
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
