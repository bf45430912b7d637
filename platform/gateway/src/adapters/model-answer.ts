import { fail, ok, type Result } from '@common/base/result';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ModelRefusal, ModelTurn } from '../use-cases/model/model.ts';

const MAX_WORDS = 100_000;
const MAX_CALLS = 64;

const Text = Type.Union([Type.String({ maxLength: MAX_WORDS }), Type.Null()]);
const Usage = Type.Object({
  prompt_tokens: Type.Integer({ minimum: 0 }),
  completion_tokens: Type.Integer({ minimum: 0 }),
});
const CallPart = Type.Object({
  index: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CALLS - 1 })),
  id: Type.Optional(Type.Union([Type.String({ maxLength: 256 }), Type.Null()])),
  function: Type.Object({
    name: Type.Optional(Type.Union([Type.String({ maxLength: 128 }), Type.Null()])),
    arguments: Type.Optional(Type.Union([Type.String({ maxLength: MAX_WORDS }), Type.Null()])),
  }),
});
const Part = Type.Object({
  content: Type.Optional(Text),
  tool_calls: Type.Optional(Type.Union([Type.Array(CallPart, { maxItems: MAX_CALLS }), Type.Null()])),
});
const Finish = Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()]));
const usage = Type.Optional(Type.Union([Usage, Type.Null()]));

const WHOLE = Compile(
  Type.Object({
    choices: Type.Array(Type.Object({ message: Part, finish_reason: Finish }), { minItems: 1 }),
    usage,
  }),
);
const CHUNK = Compile(
  Type.Object({ choices: Type.Array(Type.Object({ delta: Part, finish_reason: Finish })), usage }),
);

/** The parts of an answer that have been read so far. */
interface PartialAnswer {
  words: string;
  readonly calls: Map<number, { id: string; name: string; argumentsJson: string }>;
  finish: string | null;
  usage: Static<typeof Usage> | null;
}

/** Reads a completion, in one piece or as server-sent events; some servers stream without being asked. */
export function readTurn(text: string): Result<ModelTurn, ModelRefusal> {
  const gathered: PartialAnswer = { words: '', calls: new Map(), finish: null, usage: null };
  const isStream = /^\s*(?:data|event|id|retry|):/.test(text);
  const fault = isStream ? gatherEvents(text, gathered) : gatherWhole(text, gathered);
  return fault === null ? turnOf(gathered) : fail('model_answer_unusable', fault);
}

function gatherWhole(text: string, gathered: PartialAnswer): string | null {
  const value = jsonOf(text);
  if (!WHOLE.Check(value)) return 'The model’s answer is not a chat completion.';
  const [choice] = value.choices;
  if (choice === undefined) return 'The model’s answer has no choice.';
  return gather(gathered, choice.message, choice.finish_reason, value.usage);
}

function gatherEvents(text: string, gathered: PartialAnswer): string | null {
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (!line.startsWith('data:')) continue;
    const data = line.slice('data:'.length).trim();
    if (data === '[DONE]') break;
    const value = jsonOf(data);
    if (!CHUNK.Check(value)) return 'The model’s stream has an event that is no part of a completion.';
    const [choice] = value.choices;
    const fault = gather(gathered, choice?.delta ?? {}, choice?.finish_reason, value.usage);
    if (fault !== null) return fault;
  }
  // An incomplete stream is not an answer: the missing part could be the rest of a call.
  return gathered.finish === null ? 'The model’s stream broke off before its end.' : null;
}

function gather(
  gathered: PartialAnswer,
  { content, tool_calls: parts }: Static<typeof Part>,
  finish: string | null | undefined,
  counted: Static<typeof Usage> | null | undefined,
): string | null {
  gathered.words += content ?? '';
  for (const [position, part] of (parts ?? []).entries()) {
    const index = part.index ?? position;
    const call = gathered.calls.get(index) ?? { id: '', name: '', argumentsJson: '' };
    call.id ||= part.id ?? '';
    call.name ||= part.function.name ?? '';
    call.argumentsJson += part.function.arguments ?? '';
    if (call.argumentsJson.length > MAX_WORDS) return 'The model’s arguments are too long.';
    gathered.calls.set(index, call);
  }
  gathered.finish = finish ?? gathered.finish;
  gathered.usage = counted ?? gathered.usage;
  return gathered.words.length > MAX_WORDS ? `The model said more than ${MAX_WORDS} characters.` : null;
}

function turnOf({ words, calls, finish, usage: counted }: PartialAnswer): Result<ModelTurn, ModelRefusal> {
  const asked = [...calls.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([index, call]) => ({ ...call, id: call.id === '' ? `call_${index}` : call.id }));
  if (asked.some(({ name }) => name === '')) {
    return fail('model_answer_unusable', 'The model asked for a call without a name.');
  }
  if (asked.length === 0 && words === '') return fail('model_answer_unusable', 'The model said nothing.');
  return ok({
    words: words === '' ? null : words,
    calls: asked,
    finish: finish === 'length' || finish === 'content_filter' ? finish : 'stop',
    usage: counted,
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
