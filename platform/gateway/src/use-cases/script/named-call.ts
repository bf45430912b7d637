import type { Tool } from '../catalogue.ts';

/** A call that names its tool, with the inputs as written; `words` say what could not be read. */
type NamedCall =
  | { readonly kind: 'call'; readonly name: string; readonly inputs: Readonly<Record<string, string>> }
  | { readonly kind: 'unread'; readonly words: string };

const MOST_INPUTS = 64;
const PAIR = /([A-Za-z_][A-Za-z0-9_]*)=(?:"([^"]*)"|([^\s"]*))(?:\s+|$)/y;

/**
 * Reads `<tool> <input>=<value> …` for any known tool; null if the text does not begin with a tool's name. It
 * guesses nothing, and leaves checking the inputs to the tool.
 */
export function namedCall(text: string, tools: ReadonlyMap<string, Tool>): NamedCall | null {
  const said = text.trim();
  const name = /^\S+/.exec(said)?.[0] ?? '';
  const tool = tools.get(name);
  if (tool === undefined) return null;
  const rest = said.slice(name.length).trim();
  const inputs = new Map<string, string>();
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < rest.length) {
    const [, input = '', quoted, plain = ''] = PAIR.exec(rest) ?? [];
    if (input === '' || inputs.has(input) || inputs.size === MOST_INPUTS) return unread(tool);
    inputs.set(input, quoted ?? plain);
  }
  return { kind: 'call', name, inputs: Object.fromEntries(inputs) };
}

function unread({ spec: { name, inputs } }: Tool): NamedCall {
  const form = Object.entries(inputs).map(([input, { optional }]) =>
    optional === true ? `[${input}=<value>]` : `${input}=<value>`,
  );
  const words = `Nothing was done. After the name of a tool I read its inputs alone, each once, and a value with spaces in double quotes: ${[name, ...form].join(' ')}`;
  return { kind: 'unread', words };
}
