import type { Result } from '@common/base/result';
import type { ChatAnswer, ChatMessage, FunctionSpec, IdentifiedCall, ToolChoice } from '../chat.ts';

export type ModelRefusal =
  /** Not reached, over its limit, silent, cut off or too long. */
  | 'model_unavailable'
  /** It answered with a status that says no. */
  | 'model_refused'
  /** It answered what nobody can use. */
  | 'model_answer_unusable'
  | 'model_rounds_exceeded';

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly FunctionSpec[];
  readonly toolChoice: ToolChoice;
  readonly sampling: Readonly<Record<string, unknown>>;
  /** For the whole answer. */
  readonly timeoutMs: number;
}

/** One answer of a model: words, or calls that it asks for. INVARIANT: nothing in it has been checked but its form. */
export interface ModelTurn extends Pick<ChatAnswer, 'words' | 'finish' | 'usage'> {
  readonly calls: readonly IdentifiedCall[];
}

/**
 * A language model. It is treated as an attacker: it may say and ask for anything, and only what `callTool` allows
 * under the caller's mandate is done.
 */
export interface Model {
  /** As requests name it. */
  readonly name: string;
  /** For one chat, with all turns and calls: after that nothing more is begun. */
  readonly chatMs: number;
  answer(request: ModelRequest): Promise<Result<ModelTurn, ModelRefusal>>;
}

/** Calls that one turn may ask for. */
const MAX_CALLS = 8;

/** What a turn asks for against what it was allowed to ask; null if it may. */
export function callsFault(
  { calls, finish }: ModelTurn,
  allowed: ReadonlySet<string> | null,
  choice: ToolChoice,
): string | null {
  if (calls.length === 0) {
    const must = choice === 'required' || typeof choice === 'object';
    return must ? 'The model called no function, but tool_choice requires it.' : null;
  }
  if (finish !== 'stop') return `The model stopped in the middle of a call (${finish}).`;
  if (calls.length > MAX_CALLS) return `The model asked for more than ${MAX_CALLS} calls at once.`;
  if (choice === 'none') return 'The model asked for a call, but tool_choice is none.';
  for (const { name } of calls) {
    if (typeof choice === 'object' && name !== choice.function) {
      return `The model asked for another function than ${choice.function}, which tool_choice names.`;
    }
    if (allowed !== null && !allowed.has(name)) {
      return 'The model asked for a function that is not in tools.';
    }
  }
  return null;
}

/** The object that a model wrote as arguments; undefined for anything else. */
export function argumentsOf(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
