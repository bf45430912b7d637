import { capitalised } from '@common/base/english';
import type { BusinessStatus } from '@screener/engine/business/classify';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Methodology } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { AMOUNTS as AR_AMOUNTS, AMOUNTS_IN_SENTENCES as AR_SENTENCES } from './ar/amounts.ts';
import { NAMES as AR_NAMES } from './ar/names.ts';
import * as AR_VERDICTS from './ar/verdicts.ts';
import { AMOUNTS as EN_AMOUNTS, AMOUNTS_IN_SENTENCES as EN_SENTENCES } from './en/amounts.ts';
import { NAMES as EN_NAMES } from './en/names.ts';
import * as EN_VERDICTS from './en/verdicts.ts';
import { type Face, PAGE } from './face.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';

// Apart, so that the report that recomputes itself carries only what it says.
const AMOUNTS: Readonly<Record<Language, typeof EN_AMOUNTS>> = { en: EN_AMOUNTS, ar: AR_AMOUNTS };
const NAMES: Readonly<Record<Language, typeof EN_NAMES>> = { en: EN_NAMES, ar: AR_NAMES };
const AMOUNTS_IN_SENTENCES: Readonly<Record<Language, typeof EN_SENTENCES>> = {
  en: EN_SENTENCES,
  ar: AR_SENTENCES,
};
const VERDICTS = { en: EN_VERDICTS.VERDICTS, ar: AR_VERDICTS.VERDICTS };
const STATUSES = { en: EN_VERDICTS.STATUSES, ar: AR_VERDICTS.STATUSES };
const SHORT_STATUSES = { en: EN_VERDICTS.SHORT_STATUSES, ar: AR_VERDICTS.SHORT_STATUSES };

/** Writes a code that has no words of its own in plain words: `total_assets` becomes `total assets`. */
export function spaced(code: string): string {
  return code.replaceAll('_', ' ');
}

/** Verdicts for programs and commands; pages ask `verdictWords`. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = EN_VERDICTS.VERDICTS;

/** Names a verdict within a sentence: `non-compliant`. */
export function verdictWords(verdict: Verdict, face: Face = PAGE): string {
  return VERDICTS[face.language][verdict];
}

/** Joins names: `AAOIFI, DJIM and S&P`. */
export function listedNames(names: readonly string[], face: Face = PAGE): string {
  return NAMES[face.language].listed(names);
}

/**
 * Names methodologies within a sentence, by their ids.
 * @example followedNames(['aaoifi', 'sp']) // 'AAOIFI and S&P'
 */
export function followedNames(ids: readonly string[], face: Face = PAGE): string {
  const named = METHODOLOGIES.filter(({ current }) => ids.includes(current.id));
  return listedNames(
    named.map(({ current }) => methodologyInSentence(current, face)),
    face,
  );
}

/** Names a methodology as a label: `AAOIFI SS 21`. */
export function methodologyName({ id, name }: Pick<Methodology, 'id' | 'name'>, face: Face = PAGE): string {
  return NAMES[face.language].methodology(id) ?? leftToRight(name, face);
}

/** Names a methodology within a sentence: `AAOIFI`. */
export function methodologyInSentence(
  { id, shortName }: Pick<Methodology, 'id' | 'shortName'>,
  face: Face = PAGE,
): string {
  return NAMES[face.language].methodologyInSentence(id) ?? leftToRight(shortName, face);
}

/** The same for answers that have the name alone: as they give it where no methodology has that name. */
export function shortNameInSentence(shortName: string, face: Face = PAGE): string {
  const known = METHODOLOGIES.find(({ current }) => current.shortName === shortName);
  return known === undefined ? leftToRight(shortName, face) : methodologyInSentence(known.current, face);
}

/** Statuses for programs and commands; pages ask `statusWords`. */
export const STATUS_WORDS: Readonly<Record<BusinessStatus, string>> = EN_VERDICTS.STATUSES;

/** Says whether a check, a methodology or a business passes, as a verb for a sentence. */
export function statusWords(status: BusinessStatus, face: Face = PAGE): string {
  return STATUSES[face.language][status];
}

/** Short statuses for commands; pages ask `shortStatusWords`. */
export const SHORT_STATUS_WORDS: Readonly<Record<CheckStatus, string>> = EN_VERDICTS.SHORT_STATUSES;

/** Says a status in one or two words, for columns and next to a mark. */
export function shortStatusWords(status: CheckStatus, face: Face = PAGE): string {
  return SHORT_STATUSES[face.language][status];
}

/** Names a component of a score within a sentence: `cash and securities`. */
export function componentWords(name: string, face: Face = PAGE): string {
  return NAMES[face.language].component(name);
}

/** Names an amount of a check as a label: `cash and all securities`. Sentences spell securities out. */
export function amountName(name: string, face: Face = PAGE): string {
  return AMOUNTS[face.language].amount(name);
}

/** Names an amount within a sentence: `cash and all interest-bearing securities`. */
export function amountInSentence(name: string, face: Face): string {
  return AMOUNTS_IN_SENTENCES[face.language].amount(name);
}

interface Ratio {
  readonly numerator: string;
  readonly denominator: string;
}

/** Names the two amounts of a ratio, as a label: `Debt ÷ market cap`. */
export function ratioName({ numerator, denominator }: Ratio, face: Face = PAGE): string {
  return capitalised(
    AMOUNTS[face.language].ratio(amountName(numerator, face), amountName(denominator, face)),
  );
}

/** Names a ratio within a sentence: `debt over market capitalisation`. */
export function ratioInSentence(ratio: Ratio, face: Face): string {
  return AMOUNTS_IN_SENTENCES[face.language].ratio(ratio);
}
