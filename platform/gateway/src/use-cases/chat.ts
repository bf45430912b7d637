import type { ToolResult } from '@platform/core/objects/tool-call';

export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  /** The text; parts of other kinds are left out. */
  readonly content: string;
  readonly toolCallId: string | null;
  /** The calls that an assistant's message asked for; empty for other roles. */
  readonly calls: readonly IdentifiedCall[];
}

/** A function that the caller is asked to run. */
interface Call {
  readonly name: string;
  /** The arguments, as the text of a JSON object. */
  readonly argumentsJson: string;
}

export interface IdentifiedCall extends Call {
  readonly id: string;
}

/** A function as chat-completions clients describe it. */
export interface FunctionSpec {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: unknown;
}

/** With `required` or a function, an answer of words alone is not accepted. */
export type ToolChoice = 'none' | 'auto' | 'required' | { readonly function: string };

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** Functions that the caller runs itself; null if it named none and the agent here runs its own. */
  readonly clientTools: readonly FunctionSpec[] | null;
  readonly toolChoice: ToolChoice;
  /** Settings such as `temperature`, which are passed on to a language model unchanged. */
  readonly sampling: Readonly<Record<string, unknown>>;
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export interface ChatAnswer {
  readonly words: string | null;
  readonly calls: readonly Call[];
  /** Results of the tools that ran here. */
  readonly results: readonly { readonly tool: string; readonly result: ToolResult }[];
  /** `length` and `content_filter` mean that a language model stopped in the middle of its words. */
  readonly finish: 'stop' | 'length' | 'content_filter';
  /** Null for the script, and for a model that reports no usage. */
  readonly usage: Usage | null;
}
