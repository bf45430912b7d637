import type { FacadeSpec, PluginManifest } from '@platform/core/objects/plugin';
import type { Receipt } from '@platform/core/objects/receipt';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from './amounts.ts';
import { nameWords } from './names.ts';
import { OUTCOME_WORDS } from './outcomes.ts';
import { reasonWords } from './reasons.ts';
import { dayAndTime } from './when.ts';

/**
 * A piece of a sentence. `value`: a value of the action (an amount, a payee); `id`: a name in our own books.
 */
export interface Piece {
  readonly kind: 'plain' | 'value' | 'id';
  readonly text: string;
}

interface ToldParams {
  readonly facade: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * What an action does: the facade’s own sentence with its params; without one, the facade’s name and its
 * params.
 */
export function actionPieces(
  { facade, params }: ToldParams,
  manifest: PluginManifest | null,
): readonly Piece[] {
  const spec = manifest?.facades.find(({ name }) => name === facade);
  if (spec?.sentence === undefined) {
    const listed = Object.entries(params).flatMap(([name, value]): Piece[] => [
      plain(`, ${printable(nameWords(name))} `),
      { kind: 'value', text: printable(String(value)) },
    ]);
    return [plain('use '), { kind: 'id', text: printable(facade) }, ...listed];
  }
  return filledIn(spec.sentence, spec, params);
}

function filledIn(sentence: string, spec: FacadeSpec, params: ToldParams['params']): Piece[] {
  // Every other part is the name of a param.
  return sentence.split(/\{([^{}]*)\}/).flatMap((part, index): Piece[] => {
    if (index % 2 === 0) return part === '' ? [] : [plain(printable(part))];
    const value = Object.hasOwn(params, part) ? String(params[part]) : '';
    const isAmount = Object.hasOwn(spec.params, part) && spec.params[part]?.kind === 'amount';
    return [{ kind: 'value', text: printable(isAmount ? grouped(value) : value) }];
  });
}

/** The receipt’s own account in a sentence or two. It is worth what the checks are worth. */
export function receiptPieces({ who, what, when, why, how }: Receipt): readonly Piece[] {
  const { params } = what.action;
  const approved = who.approver === null ? [] : [plain(', after '), id(who.approver), plain(' approved it')];
  return [
    plain(what.level_achieved === 'L1-sim' ? 'In a simulation, ' : ''),
    id(who.agent),
    plain(' asked to '),
    ...actionPieces({ facade: what.facade, params }, why.plugin.manifest),
    plain(what.outcome === 'expired' ? '. It expired' : `. It was ${OUTCOME_WORDS[what.outcome]}`),
    ...(what.outcome === 'executed' ? approved : whyNot(what.reason, how.rejection)),
    plain(`, on ${dayAndTime(when.decided_at)}.`),
  ];
}

function whyNot(reason: string, rejection: Receipt['how']['rejection']): readonly Piece[] {
  if (rejection === undefined) return [plain(`: ${reasonWords(reason)}`)];
  const { signature, rejection: said } = rejection;
  return [plain(': '), id(signature.kid), plain(` rejected it (“${printable(said.reason)}”)`)];
}

function plain(text: string): Piece {
  return { kind: 'plain', text };
}

function id(text: string): Piece {
  return { kind: 'id', text: printable(text) };
}
