import { capitalised } from '@common/base/english';
import type { Action } from '@platform/core/objects/grant';
import type { FacadeSpec, PluginManifest } from '@platform/core/objects/plugin';
import { printable } from '@platform/core/verify/report-html';
import { grouped, priced } from './amounts.ts';
import { nameWords } from './names.ts';
import { valueWords } from './short.ts';
import { actionPieces, type Piece } from './story.ts';

type Told = Pick<Action, 'facade' | 'params'>;

/** A longer reference stands in its row only. */
const LONGEST_REFERENCE = 24;
/** A part of a sentence that stands only if its params are given. */
const BRACKETED = /\[([^[\]]*)\]/g;
/** Three lines of a heading on a phone. */
const LONGEST_HEADING = 62;

/** An action’s facade, as its plugin describes it; undefined if the plugin is not installed or has none of that name. */
export function specOf({ facade }: Pick<Action, 'facade'>, manifest: PluginManifest | null) {
  return manifest?.facades.find(({ name }) => name === facade);
}

/** The currency of an action’s amounts; empty if it names none. */
export function currencyOf({ facade, params }: Told, manifest: PluginManifest | null): string {
  const specs = specOf({ facade }, manifest)?.params ?? {};
  const name = Object.keys(params).find((param) => kindOf(specs, param) === 'currency');
  return name === undefined ? '' : String(params[name]);
}

/** The params by which people find an action in their own books. */
export function referencesOf({ facade, params }: Told, manifest: PluginManifest | null): readonly string[] {
  const specs = specOf({ facade }, manifest)?.params ?? {};
  return Object.keys(params).filter((param) => kindOf(specs, param) === 'reference');
}

/** The params that the heading tells. */
export function toldParams(
  { facade }: Pick<Action, 'facade'>,
  manifest: PluginManifest | null,
): readonly string[] {
  const spec = specOf({ facade }, manifest);
  if (spec?.sentence === undefined) return [];
  return namesIn(omitsAmount(spec.sentence, spec) ? spec.sentence : firstClause(spec.sentence));
}

/**
 * What an action does, as a heading: the facade’s sentence up to its first comma, after which it has details; with the
 * reference, if no details were left out. All of the action if it has no sentence. INVARIANT: the heading says no less
 * of the amounts than the sentence, and no value in it can go on as the sentence.
 */
export function headingPieces(action: Told, manifest: PluginManifest | null): readonly Piece[] {
  const spec = specOf(action, manifest);
  if (spec?.sentence === undefined) return actionPieces(action, manifest);
  if (omitsAmount(spec.sentence, spec)) return actionPieces(action, manifest);
  const clause = firstClause(spec.sentence);
  const pieces = filledIn(clause, spec, action, manifest);
  if (clause !== withoutBrackets(spec.sentence)) return pieces;
  const named = namesIn(clause);
  const reference = referencesOf(action, manifest).find((name) => !named.includes(name));
  const value = reference === undefined ? '' : valueWords(String(action.params[reference]));
  const length = pieces.reduce((sum, { text }) => sum + text.length, value.length);
  if (reference === undefined || value.length > LONGEST_REFERENCE || length > LONGEST_HEADING) return pieces;
  return [
    ...pieces,
    { kind: 'plain', text: linkOf(spec.sentence, reference) },
    { kind: 'value', text: value },
  ];
}

/** The same at the beginning of a line. A value at its beginning keeps its spelling. */
export function asTitle(pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (first?.kind !== 'plain') return pieces;
  return [{ kind: 'plain', text: capitalised(first.text) }, ...rest];
}

/** The heading itself decides whether it has room for what may be missing. */
function withoutBrackets(sentence: string): string {
  return sentence.replaceAll(BRACKETED, '');
}

function firstClause(sentence: string): string {
  return withoutBrackets(sentence).split(', ')[0] ?? '';
}

function namesIn(sentence: string): readonly string[] {
  return Array.from(sentence.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
}

/** Whether the first clause lacks an amount that the sentence has. */
function omitsAmount(sentence: string, { params }: FacadeSpec): boolean {
  const told = namesIn(firstClause(sentence));
  return namesIn(sentence).some((name) => kindOf(params, name) === 'amount' && !told.includes(name));
}

/** What comes before the reference: the plugin’s own words for it, or `, reference `. */
function linkOf(sentence: string, reference: string): string {
  const place = `{${reference}}`;
  const parts = Array.from(sentence.matchAll(BRACKETED), ([, part = '']) => part);
  const own = parts.find((part) => part.endsWith(place))?.slice(0, -place.length);
  return printable(own === undefined || own.includes('{') ? `, ${nameWords(reference)} ` : own);
}

function filledIn(
  clause: string,
  { params: specs }: FacadeSpec,
  action: Told,
  manifest: PluginManifest | null,
): Piece[] {
  const currency = currencyOf(action, manifest);
  // Every other part is the name of a param.
  return clause.split(/\{([^{}]*)\}/).flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return part === '' ? [] : [{ kind: 'plain', text: printable(part) }];
    const value = Object.hasOwn(action.params, part) ? String(action.params[part]) : '';
    const kind = kindOf(specs, part);
    const text = kind === 'amount' ? priced(value, currency) : value;
    return [{ kind: kind === 'name' ? 'id' : 'value', text: valueWords(text) }];
  });
}

/** A param’s value as people read it. */
export function paramText(action: Told, name: string, manifest: PluginManifest | null): string {
  const value = Object.hasOwn(action.params, name) ? String(action.params[name]) : '';
  const kind = kindOf(specOf(action, manifest)?.params ?? {}, name);
  return kind === 'amount'
    ? priced(value, currencyOf(action, manifest))
    : kind === 'integer'
      ? grouped(value)
      : value;
}

function kindOf(specs: FacadeSpec['params'], name: string): string | undefined {
  return Object.hasOwn(specs, name) ? specs[name]?.kind : undefined;
}
