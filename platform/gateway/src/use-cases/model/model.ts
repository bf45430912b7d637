import type { Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import type { ChatAnswer, ChatMessage, FunctionSpec, IdentifiedCall, ToolChoice } from '../chat.ts';

export type ModelRefusal =
  /** The model was not reached, is over its limit, was silent, broke off or answered too much. */
  | 'model_unavailable'
  /** The model answered with a status of refusal. */
  | 'model_refused'
  /** The model's answer cannot be used. */
  | 'model_answer_unusable'
  | 'model_rounds_exceeded';

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly FunctionSpec[];
  readonly toolChoice: ToolChoice;
  readonly sampling: Readonly<Record<string, unknown>>;
  /** Time limit for the whole answer. */
  readonly timeoutMs: number;
}

/** One answer of a model: words, or the calls that it asks for. INVARIANT: only its form has been checked. */
export interface ModelTurn extends Pick<ChatAnswer, 'words' | 'finish' | 'usage'> {
  readonly calls: readonly IdentifiedCall[];
}

/**
 * A language model. It is treated as an attacker: it may say and ask for anything, and only what `callTool`
 * allows under the caller's mandate is done.
 */
export interface Model {
  /** The name by which requests choose the model. */
  readonly name: string;
  /** Time limit for one chat, including all turns and calls. After that, nothing more is begun. */
  readonly chatMs: number;
  answer(request: ModelRequest): Promise<Result<ModelTurn, ModelRefusal>>;
}

/** The most calls that one turn may ask for. */
const MAX_CALLS = 8;

/** Checks the calls of a turn against what was allowed. Returns the fault, or null if there is none. */
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

/** Parses the arguments that a model wrote; undefined if they are not an object that every parser reads alike. */
export function argumentsOf(json: string): object | undefined {
  const parsed = parseStrict(json);
  const value = parsed.ok ? parsed.value : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
