import { capitalised } from '@common/base/english';
import type { Failure } from '@common/base/result';
import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import { BOUNDS_IN, CURRENCY, declaredRules, REQUIRED } from '@platform/core/objects/plugin-schemas';
import type { Profile } from '@platform/core/objects/profile';
import type { Fault } from '@platform/core/objects/shape-fault';
import { nameWords } from '@platform/words/names';
import { faultWords } from '@platform/words/refusals';
import { sentence } from '@platform/words/short';
import type { Errors } from '../site/form-fields.ts';
import { readDraft } from '../use-cases/profiles.ts';
import type { LineFault } from './list-lines.ts';

export const ruleField = (name: string) => `rule_${name}`;

/** A draft as a form gives it: the shape of a profile’s draft, with any values. */
export interface AskedDraft {
  readonly name: string;
  readonly plugin: string;
  version: string;
  readonly scope: readonly string[];
  readonly limits: Record<string, number>;
  readonly rules: Record<string, unknown>;
  readonly directories?: NonNullable<Profile['directories']>;
  readonly attested?: NonNullable<Profile['attested']>;
  market_data: string[];
  receipt_retention_days: number;
}

/** What is wrong, by field; in a list, also by line. */
export interface DraftFaults {
  readonly fields: Map<string, string>;
  readonly lines: Map<string, LineFault[]>;
}

/** The line numbers of a list’s entries, by field. */
type LineNumbers = ReadonlyMap<string, readonly number[]>;

/** More faults than a form can have. */
const MOST_FAULTS = 200;
/** How many faults of one list are shown: enough to see that the wrong text was pasted. */
const MOST_LINES = 5;
/**
 * Replaces an invalid currency while the rest is checked. ISO 4217 reserves it for tests; faults that name it
 * come from the replacement, and are not shown.
 */
const NO_CURRENCY = 'XTS';

/**
 * Finds everything that is wrong with a draft. `readDraft` reports only the first fault, so the value at
 * fault is put aside and the rest is checked again. INVARIANT: `readDraft` alone judges; a fault without a
 * field belongs to the form as a whole.
 */
export function findFaults(
  asked: AskedDraft,
  manifest: PluginManifest,
  numbers: LineNumbers,
  found: DraftFaults,
): void {
  const rest = structuredClone(asked);
  const left = new Map<string, number[]>();
  for (const [field, lines] of numbers) left.set(field, [...lines]);
  for (let round = 0; round < MOST_FAULTS; round += 1) {
    const read = readDraft([manifest], rest);
    if (read.ok) return;
    const { path, words } = located(read.error);
    const field = fieldOf(path);
    const list = field === null ? null : listAt(path, rest);
    if (field === null || !putAside(path, rest, manifest)) {
      found.fields.set('', read.error.message);
      return;
    }
    if (list === null) {
      if (!found.fields.has(field) && !words.includes(NO_CURRENCY)) found.fields.set(field, words);
      continue;
    }
    const lines = found.lines.get(field) ?? [];
    const [line = list.index + 1] = left.get(field)?.splice(list.index, 1) ?? [];
    const [, , , column] = path;
    const told = column === undefined ? words : `: ${nameWords(column)} ${words}`;
    if (!words.includes(NO_CURRENCY)) found.lines.set(field, [...lines, { line, words: told }]);
    // The list has enough faults, so the rest of it is not checked.
    if (lines.length >= MOST_LINES) list.entries.length = 0;
  }
}

/** The faults in the form in which the page shows them. */
export function errorsOf({ fields, lines }: DraftFaults): Errors {
  const errors: Record<string, string> = {};
  for (const [field, faults] of lines) {
    const sorted = faults.toSorted((a, b) => a.line - b.line);
    const told = sorted
      .slice(0, MOST_LINES)
      .map(({ line, words }) => `Line ${line}${words.startsWith(':') ? '' : ' '}${sentence(words)}`);
    const more = sorted.length > MOST_LINES ? ['More lines are wrong.'] : [];
    errors[field] = [...told, ...more].join(' ');
  }
  for (const [field, words] of fields) {
    errors[field] = [...(errors[field] === undefined ? [] : [errors[field]]), capitalised(words)].join(' ');
  }
  return errors;
}

/** A fault’s path in the draft, and its words. */
function located({ message, detail }: Failure): { readonly path: readonly string[]; readonly words: string } {
  const fault = detail?.fault as Fault | null | undefined;
  if (fault === null || fault === undefined) return { path: [], words: message };
  return { path: fault.path.split('/').slice(1), words: sentence(faultWords(fault)) };
}

function fieldOf([first = '', second = '']: readonly string[]): string | null {
  if (first === 'rules' && (second === BOUNDS_IN || second === CURRENCY)) return second;
  if (first === 'rules' && second !== '') return ruleField(second);
  if (first === 'limits' && second !== '') return second;
  return ['scope', 'version', 'market_data', 'receipt_retention_days'].includes(first) ? first : null;
}

/** The list that a path leads into, and the index of its entry there; null if it leads into none. */
function listAt(
  [first = '', second = '', third = '']: readonly string[],
  { rules, market_data }: AskedDraft,
): { readonly entries: unknown[]; readonly index: number } | null {
  const entries: unknown = first === 'market_data' ? market_data : first === 'rules' ? rules[second] : null;
  const index = first === 'market_data' ? second : third;
  return Array.isArray(entries) && /^\d+$/.test(index) ? { entries, index: Number(index) } : null;
}

/** Removes the value at fault, or replaces it with one that is never refused; false if it can do neither. */
function putAside(path: readonly string[], rest: AskedDraft, manifest: PluginManifest): boolean {
  const list = listAt(path, rest);
  if (list !== null) return list.entries.splice(list.index, 1).length === 1;
  const [first = '', second = ''] = path;
  if (first === 'limits') rest.limits[second] = 1;
  else if (first === 'version') rest.version = '1.0.0';
  else if (first === 'receipt_retention_days') rest.receipt_retention_days = 1;
  else if (first === 'market_data') rest.market_data = [];
  else if (first !== 'rules') return false;
  else if (second === CURRENCY) rest.rules[CURRENCY] = NO_CURRENCY;
  else if (second === BOUNDS_IN) rest.rules[BOUNDS_IN] = [];
  else {
    const rule = declaredRules(manifest).get(second)?.rule;
    if (rule === undefined) return false;
    rest.rules[second] = harmless(rule);
  }
  return true;
}

function harmless(rule: PolicyRule): unknown {
  switch (rule.kind) {
    case 'allow_list':
    case 'set':
      return [];
    case 'attested':
      return ['any'];
    case 'ordered_level':
    case 'level_threshold':
      return rule.order[0];
    case 'field_required':
      return REQUIRED;
    case 'count_per_day':
      return 0;
    case 'amount_cap':
    case 'daily_sum':
    case 'threshold':
    case 'cumulative_threshold':
      return '0';
    default:
      // What returns unknown may also return nothing, so the compiler must be asked.
      return rule satisfies never;
  }
}
