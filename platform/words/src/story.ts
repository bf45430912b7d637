import type { FacadeSpec, PluginManifest } from '@platform/core/objects/plugin';
import type { Receipt } from '@platform/core/objects/receipt';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from './amounts.ts';
import { nameWords } from './names.ts';
import { outcomeWords } from './outcomes.ts';
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
    plain(what.outcome === 'expired' ? '. It expired' : `. It was ${outcomeWords(what)}`),
    ...(what.outcome === 'executed' && how.settlement === undefined ? approved : []),
    ...whyNot(what, how),
    plain(`, on ${dayAndTime(when.decided_at)}.`),
  ];
}

/** Why nothing was done, or on whose word alone it counts as done. */
function whyNot(
  { outcome, reason }: Receipt['what'],
  { rejection, settlement, cancellation }: Receipt['how'],
): readonly Piece[] {
  const because = (kid: string, did: string, why: string) => [
    plain(': '),
    id(kid),
    plain(` ${did} (“${printable(why)}”)`),
  ];
  if (settlement !== undefined) {
    const { signature, settlement: said } = settlement;
    return [plain(' by '), id(signature.kid), plain(`, and nobody knows (“${printable(said.reason)}”)`)];
  }
  if (outcome === 'executed') return [];
  if (rejection !== undefined)
    return because(rejection.signature.kid, 'rejected it', rejection.rejection.reason);
  if (cancellation !== undefined && reason === 'cancelled_by_principal')
    return because(cancellation.signature.kid, 'cancelled it', cancellation.cancellation.reason);
  return [plain(`: ${reasonWords(reason)}`)];
}

function plain(text: string): Piece {
  return { kind: 'plain', text };
}

function id(text: string): Piece {
  return { kind: 'id', text: printable(text) };
}
