import type { ToolResult } from '@platform/core/objects/tool-call';

export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  /** Only text; parts of other kinds were left out. */
  readonly content: string;
  readonly toolCallId: string | null;
  /** Of an assistant’s message: the calls that it asked for. */
  readonly calls: readonly IdentifiedCall[];
}

/** A function that the caller is asked to run. */
interface Call {
  readonly name: string;
  /** A JSON object. */
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

/** `required` and a function: words alone are no answer. */
export type ToolChoice = 'none' | 'auto' | 'required' | { readonly function: string };

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** Functions that the caller runs itself; null if it named none: then the agent here runs its own. */
  readonly clientTools: readonly FunctionSpec[] | null;
  readonly toolChoice: ToolChoice;
  /** Settings such as `temperature`, which a language model is given as they came. */
  readonly sampling: Readonly<Record<string, unknown>>;
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

export interface ChatAnswer {
  readonly words: string | null;
  readonly calls: readonly Call[];
  /** The results of the tools that ran here. */
  readonly results: readonly { readonly tool: string; readonly result: ToolResult }[];
  /** `length` and `content_filter`: a language model stopped in the middle of its words. */
  readonly finish: 'stop' | 'length' | 'content_filter';
  /** Null for the script, and for a model that does not count. */
  readonly usage: Usage | null;
}
