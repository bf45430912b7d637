import type { ChatAnswer } from '../use-cases/chat.ts';

/** The parts of a completion. */
interface CompletionFacts {
  readonly modelName: string;
  readonly answer: ChatAnswer;
  readonly promptWords: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  /** Returns a fresh id with the prefix. */
  readonly id: (prefix: string) => string;
}

/** Returns a chat completion in one piece. */
export function completionOf(facts: CompletionFacts): Record<string, unknown> {
  const { answer } = facts;
  const calls = callsOf(facts);
  return {
    id: facts.id('chatcmpl-'),
    object: 'chat.completion',
    created: facts.createdAt,
    model: facts.modelName,
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

/** Returns server-sent events: the role, the words one by one or the calls, the finish reason, `[DONE]`. */
export function eventStreamOf(facts: CompletionFacts, includeUsage: boolean): string {
  const { answer } = facts;
  const head = {
    id: facts.id('chatcmpl-'),
    object: 'chat.completion.chunk',
    created: facts.createdAt,
    model: facts.modelName,
  };
  const chunk = (delta: Record<string, unknown>, finish: string | null, more = {}) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(includeUsage ? { usage: null } : {}),
    ...more,
  });
  const calls = callsOf(facts).map((call, index) => ({ index, ...call }));
  const chunks: unknown[] = [
    chunk({ role: 'assistant', content: answer.words === null ? null : '' }, null),
    ...piecesOf(answer.words ?? '').map((content) => chunk({ content }, null)),
    ...(calls.length === 0 ? [] : [chunk({ tool_calls: calls }, null)]),
    chunk({}, finishOf(answer), answer.results.length === 0 ? {} : { tool_results: answer.results }),
    ...(includeUsage ? [{ ...head, choices: [], usage: usageOf(facts) }] : []),
  ];
  return `${chunks.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n`;
}

/** Longer texts are sent in larger pieces, because each piece adds about two hundred bytes. */
const WORD_BY_WORD = 2_000;

/** Splits a text without loss. INVARIANT: takes linear time, since a model may say anything. */
function piecesOf(text: string): readonly string[] {
  return text.match(text.length > WORD_BY_WORD ? /[\s\S]{1,200}/gu : /\S+\s*|\s+/g) ?? [];
}

function callsOf({ answer, id }: CompletionFacts) {
  return answer.calls.map(({ name, argumentsJson }) => ({
    id: id('call_'),
    type: 'function' as const,
    function: { name, arguments: argumentsJson },
  }));
}

function finishOf({ calls, finish }: ChatAnswer): ChatAnswer['finish'] | 'tool_calls' {
  return calls.length > 0 ? 'tool_calls' : finish;
}

/** Counts words where tokens are not known: for the script, and for a model that reports no usage. */
function usageOf({ promptWords, answer }: CompletionFacts) {
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
