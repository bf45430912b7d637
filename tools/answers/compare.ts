import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Answer } from './record.ts';

/** One way in which answers differ: where, how often, and one example. */
interface Difference {
  /** A member of JSON, with `*` for places in lists and for names that are data; or `status`, `type`, `text`. */
  readonly where: string;
  readonly count: number;
  readonly example: { readonly request: string; readonly before: string; readonly after: string };
}

/** Members that hold sentences for people, which `--without-words` ignores. */
const WORDS = /\.(summary|message|reason|detail|note|title|description|text|how|msg|what|hint)$/;
/** These differ from one answer to the next of the same program. */
const UNSTABLE = /\.(request_id|retry_after|generated_at)$/;
const MOST_SHOWN = 160;

export function readAnswers(file: string): readonly Answer[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Answer);
}

/**
 * Lists how two recordings of the same requests differ, most frequent first. A request in only one of them is
 * a difference too.
 */
export function compareAnswers(
  before: readonly Answer[],
  after: readonly Answer[],
  options: { readonly withoutWords: boolean },
): readonly Difference[] {
  const found = new Map<string, Difference>();
  const add = (where: string, request: string, one: unknown, other: unknown): void => {
    if (UNSTABLE.test(where) || (options.withoutWords && WORDS.test(where.replace(/\.\*$/, '')))) return;
    const known = found.get(where);
    const example = known?.example ?? { request, before: shown(one), after: shown(other) };
    found.set(where, { where, count: (known?.count ?? 0) + 1, example });
  };
  const later = new Map(after.map((answer) => [answer.request, answer]));
  for (const one of before) {
    const other = later.get(one.request);
    if (other === undefined) add('request', one.request, 'asked', undefined);
    else compareOne(one, other, (where, was, is) => add(where, one.request, was, is));
  }
  const earlier = new Set(before.map(({ request }) => request));
  for (const request of later.keys()) if (!earlier.has(request)) add('request', request, undefined, 'asked');
  return [...found.values()].toSorted((one, other) => other.count - one.count);
}

type Add = (where: string, before: unknown, after: unknown) => void;

function compareOne(before: Answer, after: Answer, add: Add): void {
  if (before.status !== after.status) add('status', before.status, after.status);
  if (before.type !== after.type) add('type', before.type, after.type);
  if (before.body === after.body) return;
  const [one, other] = [parsed(before.body), parsed(after.body)];
  if (one === undefined || other === undefined) {
    add('text', before.body, after.body);
    return;
  }
  let differs = false;
  compareJson('$', one, other, (where, was, is) => {
    differs = true;
    add(where, was, is);
  });
  // INVARIANT: differing bytes are never ignored, even if the values are equal.
  if (!differs) add('order of members or spelling', before.body, after.body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function compareJson(where: string, one: unknown, other: unknown, add: Add): void {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    if (one !== other) add(where, one, other);
    return;
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length)
    add(`${where}.length`, one.length, other.length);
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const place = /^[a-z_]+$/.test(name) ? name : '*';
    compareJson(
      `${where}.${place}`,
      (one as Record<string, unknown>)[name],
      (other as Record<string, unknown>)[name],
      add,
    );
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
