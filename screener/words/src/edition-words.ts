import type { Methodology, RatioCheck, RuleSet } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { EDITIONS as AR } from './ar/editions.ts';
import { EDITIONS as EN } from './en/editions.ts';
import { type Face, typeset } from './face.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';

const EDITIONS: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

type Edition = Pick<Methodology, 'id' | 'edition' | 'note'>;

function editionOf({ id, edition, note }: Edition, face: Face): Pick<Methodology, 'edition' | 'note'> {
  const editions = METHODOLOGIES.find(({ current }) => current.id === id);
  const rules = editions?.current.edition === edition ? 'current' : 'classic';
  return (
    EDITIONS[face.language].edition(id, rules) ?? {
      edition: leftToRight(edition, face),
      note: leftToRight(note, face),
    }
  );
}

/** Names the document that a methodology follows. */
export function editionInWords(methodology: Edition, face: Face): string {
  return typeset(editionOf(methodology, face).edition, face);
}

/** Says what is special about our reading of that document. */
export function noteInWords(methodology: Edition, face: Face): string {
  return typeset(editionOf(methodology, face).note, face);
}

/** Says where a check's limit stands, and how the text words it. */
export function sourceInWords(methodology: Edition, check: RatioCheck, face: Face): string {
  const { source } = EDITIONS[face.language];
  return typeset(source(methodology, editionInWords(methodology, face), check) ?? check.source, face);
}

/** Describes a rule set: `The editions in force`. */
export function ruleSetInWords({ id, description }: Pick<RuleSet, 'id' | 'description'>, face: Face): string {
  return EDITIONS[face.language].ruleSet(id) ?? description;
}
