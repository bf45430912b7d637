import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import type { Industry } from '@screener/engine/business/sector';
import type { Methodology, RatioCheck, RuleSet } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import type { OverlayName } from '@screener/engine/overlays/overlay-names';
import { BUSINESS_NAMES as AR_BUSINESS_NAMES } from './ar/business-names.ts';
import { EDITIONS as AR_EDITIONS } from './ar/editions.ts';
import { BUSINESS_NAMES as EN_BUSINESS_NAMES } from './en/business-names.ts';
import { EDITIONS as EN_EDITIONS } from './en/editions.ts';
import { type Face, PAGE, typeset } from './face.ts';
import { leftToRight } from './isolate.ts';
import type { Language } from './language.ts';

const BUSINESS_NAMES: Readonly<Record<Language, typeof EN_BUSINESS_NAMES>> = {
  en: EN_BUSINESS_NAMES,
  ar: AR_BUSINESS_NAMES,
};
const EDITIONS: Readonly<Record<Language, typeof EN_EDITIONS>> = { en: EN_EDITIONS, ar: AR_EDITIONS };

/** Names a line of business by its label in answers: `alcohol`. */
export function lineName(label: string, face: Face = PAGE): string {
  const line = ACTIVITY_LINES.find((each) => each.label === label);
  return (
    (line === undefined ? null : BUSINESS_NAMES[face.language].line(line.id)) ?? leftToRight(label, face)
  );
}

/** Names an industry: `Cars and their parts`. */
export function industryName({ id, name }: Pick<Industry, 'id' | 'name'>, face: Face = PAGE): string {
  return BUSINESS_NAMES[face.language].industry(id) ?? leftToRight(name, face);
}

/** Names a sector, which answers give in the words of the exchanges' listing: `Health Care`. */
export function sectorName(sector: string, face: Face = PAGE): string {
  return BUSINESS_NAMES[face.language].sector(sector) ?? leftToRight(sector, face);
}

/** Names an overlay, which stands beside the verdict: `Private prisons`. */
export function overlayName(name: OverlayName, face: Face = PAGE): string {
  return BUSINESS_NAMES[face.language].overlay(name);
}

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
  return typeset(
    source(methodology, editionInWords(methodology, face), check) ?? leftToRight(check.source, face),
    face,
  );
}

/** Describes a rule set: `The editions in force`. */
export function ruleSetInWords({ id, description }: Pick<RuleSet, 'id' | 'description'>, face: Face): string {
  return EDITIONS[face.language].ruleSet(id) ?? leftToRight(description, face);
}
