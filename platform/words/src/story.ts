import { capitalised } from '@common/base/english';
import type { FacadeSpec, PluginManifest } from '@platform/core/objects/plugin';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { filledSentence } from '@platform/core/objects/sentence';
import type { SettledState } from '@platform/core/objects/settled';
import { isParam, nameOfPlace, WITHHELD } from '@platform/core/receipt/open-receipt';
import { printable } from '@platform/core/verify/report-html';
import { inWords } from './amounts.ts';
import { decisionWords } from './decided.ts';
import { nameWords } from './names.ts';
import { OUTCOME_WORDS, outcomeWords } from './outcomes.ts';
import { reasonWords } from './reasons.ts';
import { STATE_WORDS } from './settled.ts';
import { quoted, valueWords, withinQuotation } from './short.ts';
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
  if (spec?.sentence !== undefined) return filledIn(spec.sentence, spec, params);
  return [plain('use '), { kind: 'id', text: printable(facade) }, ...paramPieces(params)];
}

function paramPieces(params: ToldParams['params']): readonly Piece[] {
  return Object.entries(params).flatMap(([name, value]): Piece[] => [
    plain(`, ${printable(nameWords(name))} `),
    { kind: 'value', text: valueWords(String(value)) },
  ]);
}

function filledIn(sentence: string, spec: FacadeSpec, params: ToldParams['params']): Piece[] {
  const named = Object.keys(spec.params).find((name) => spec.params[name]?.kind === 'currency');
  const currency = named === undefined ? '' : String(params[named] ?? '');
  return filledSentence(sentence, params).map((part): Piece => {
    if (part.kind === 'words') return plain(printable(part.text));
    const value = Object.hasOwn(params, part.name) ? String(params[part.name]) : '';
    const isAmount = Object.hasOwn(spec.params, part.name) && spec.params[part.name]?.kind === 'amount';
    return {
      kind: 'value',
      text: valueWords(isAmount && value !== WITHHELD ? inWords(value, currency) : value),
    };
  });
}

/** The pieces as one text, where nothing is set apart. */
export function pieceText(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** The pieces as somebody else’s words: a receipt brings its plugin, and so its sentences, with it. */
export function quotedPieces(pieces: readonly Piece[]): readonly Piece[] {
  return [plain('“'), ...pieces.map(({ kind, text }) => ({ kind, text: withinQuotation(text) })), plain('”')];
}

/** The pieces as the beginning of a sentence. A name or a value there keeps its spelling. */
export function opened(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, index) =>
    index === 0 && piece.kind === 'plain' ? { ...piece, text: capitalised(piece.text) } : piece,
  );
}

/**
 * What happened, by the receipt’s own account, as its title: `Paid 2,500 USD to acme for INV-8`, or `Denied: pay …`. It
 * is worth what the checks are worth. If nobody whom the reader trusts vouches for its plugin (`isVouchedFor`), the
 * plugin’s sentences are quoted. `became`: what became of it later, if an addendum proves that; nothing that came to
 * nothing is told as done.
 */
export function whatHappened(
  receipt: OpenReceipt,
  isVouchedFor: boolean,
  became: SettledState | null = null,
): readonly Piece[] {
  const { who, what, why, how } = receipt;
  const { manifest } = why.plugin;
  const told = { facade: what.facade, params: shownParams(receipt) };
  const asked = actionPieces(told, manifest);
  const action = isVouchedFor ? asked : quotedPieces(asked);
  if (became !== null && became !== 'settled')
    return [plain(`Accepted, but later ${STATE_WORDS[became]}: `), ...action];
  if (how.settlement !== undefined) {
    const counted = capitalised(outcomeWords(what, manifest));
    return [plain(`${counted} by `), id(who.principal), plain(', and nobody knows: '), ...action];
  }
  // A word for what was done would claim the effect, and nothing that is shown proves it.
  if (isEffectWithheld(receipt))
    return [
      plain(`Said to be ${outcomeWords(what, manifest)}, and what would show it is withheld: `),
      ...action,
    ];
  if (what.outcome === 'executed') {
    const spec = manifest.facades.find(({ name }) => name === what.facade);
    if (spec?.done !== undefined) {
      const done = opened(filledIn(spec.done.sentence, spec, told.params));
      return isVouchedFor ? done : [plain('It says: '), ...quotedPieces(done)];
    }
  }
  return [plain(`${capitalised(endedWord(what, how))}: `), ...action];
}

/** Whether the outcome is the decision’s word alone: the acknowledgment or the settlement behind it is withheld. */
function isEffectWithheld({ what, hidden }: OpenReceipt): boolean {
  return (
    hidden.includes('how.settlement') ||
    (what.outcome === 'executed' && hidden.includes('how.counterparty_ack'))
  );
}

/** The params, with a word in place of each that the receipt withholds, so that no sentence passes over it. */
export function shownParams({ what, hidden }: OpenReceipt): ToldParams['params'] {
  const withheld = hidden.filter(isParam).map((place) => [nameOfPlace(place), WITHHELD] as const);
  return { ...what.action.params, ...Object.fromEntries(withheld) };
}

function endedWord(what: OpenReceipt['what'], { rejection, cancellation }: OpenReceipt['how']): string {
  const { outcome, reason } = what;
  if (reason === 'settled_by_principal') return outcomeWords(what, null);
  if (outcome === 'executed') return OUTCOME_WORDS.executed;
  if (rejection !== undefined) return 'rejected';
  return cancellation === undefined ? OUTCOME_WORDS[outcome] : 'cancelled';
}

/** Who was part of it and when, or why nothing was done: what stands below the title. */
export function howItHappened(receipt: OpenReceipt): readonly Piece[] {
  const { who, what, when, how, signatures } = receipt;
  const where = what.level_achieved === 'L1-sim' ? 'In a simulation, ' : '';
  const at = `on ${dayAndTime(when.decided_at)}`;
  const because = whyNot(receipt);
  if (because.length > 0)
    return [
      plain(where),
      id(who.agent),
      plain(` asked. It was ${endedWord(what, how)} ${at}`),
      ...because,
      plain('.'),
    ];
  const { counterparty } = signatures;
  const deeds: readonly (readonly Piece[])[] = [
    [id(who.agent), plain(' asked')],
    ...(who.approver === null ? [] : [[id(who.approver), plain(' approved')]]),
    ...(counterparty === null
      ? []
      : [
          [
            id(counterparty.kid),
            plain(isEffectWithheld(receipt) ? ' signed what is withheld' : ' confirmed'),
          ],
        ]),
  ];
  const told = deeds.flatMap((deed, index) => [
    ...(index === 0 ? [] : [plain(index === deeds.length - 1 ? ' and ' : ', ')]),
    ...deed,
  ]);
  return [plain(where), ...told, plain(`, ${at}.`)];
}

/** The account of a receipt that does not hold, or not under the reader’s keys, in a sentence or two. */
export function receiptPieces(receipt: OpenReceipt): readonly Piece[] {
  const { who, what, when, why, how } = receipt;
  const params = shownParams(receipt);
  const approved = who.approver === null ? [] : [plain(', after '), id(who.approver), plain(' approved it')];
  return [
    plain(what.level_achieved === 'L1-sim' ? 'In a simulation, ' : ''),
    id(who.agent),
    plain(' asked to '),
    ...quotedPieces(actionPieces({ facade: what.facade, params }, why.plugin.manifest)),
    plain(
      what.outcome === 'expired'
        ? '. It expired'
        : isEffectWithheld(receipt)
          ? `. It is said to be ${outcomeWords(what, why.plugin.manifest)}, and what would show it is withheld`
          : `. It was ${outcomeWords(what, why.plugin.manifest)}`,
    ),
    ...(what.outcome === 'executed' && how.settlement === undefined ? approved : []),
    ...whyNot(receipt),
    plain(`, on ${dayAndTime(when.decided_at)}.`),
  ];
}

/** Why nothing was done, or on whose word alone it counts as done. */
function whyNot({ what, why, how }: OpenReceipt): readonly Piece[] {
  const { outcome, reason } = what;
  const { rejection, settlement, cancellation } = how;
  const because = (kid: string, did: string, why: string) => [
    plain(': '),
    id(kid),
    plain(` ${did} (${quoted(why)})`),
  ];
  if (settlement !== undefined) {
    const { signature, settlement: said } = settlement;
    return [plain(' by '), id(signature.kid), plain(`, and nobody knows (${quoted(said.reason)})`)];
  }
  if (outcome === 'executed') return [];
  if (rejection !== undefined)
    return because(rejection.signature.kid, 'rejected it', rejection.rejection.reason);
  if (cancellation !== undefined && reason === 'cancelled_by_principal')
    return because(cancellation.signature.kid, 'cancelled it', cancellation.cancellation.reason);
  const decided = reason === why.decision.reason && outcome === 'denied';
  return [plain(`: ${decided ? decisionWords(why.decision) : reasonWords(reason)}`)];
}

function plain(text: string): Piece {
  return { kind: 'plain', text };
}

function id(text: string): Piece {
  return { kind: 'id', text: printable(text) };
}
