import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import type { Industry } from '@screener/engine/business/sector';
import type { OverlayName } from '@screener/engine/overlays/overlay-names';
import { BUSINESS_NAMES as AR } from './ar/business-names.ts';
import { BUSINESS_NAMES as EN } from './en/business-names.ts';
import { type Face, PAGE } from './face.ts';
import type { Language } from './language.ts';

const BUSINESS_NAMES: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/** Names a line of business by its label in answers: `alcohol`. */
export function lineName(label: string, face: Face = PAGE): string {
  const line = ACTIVITY_LINES.find((each) => each.label === label);
  return (line === undefined ? null : BUSINESS_NAMES[face.language].line(line.id)) ?? label;
}

/** Names an industry: `Cars and their parts`. */
export function industryName({ id, name }: Pick<Industry, 'id' | 'name'>, face: Face = PAGE): string {
  return BUSINESS_NAMES[face.language].industry(id) ?? name;
}

/** Names a sector, which answers give in the words of the exchanges' listing: `Health Care`. */
export function sectorName(sector: string, face: Face = PAGE): string {
  return BUSINESS_NAMES[face.language].sector(sector) ?? sector;
}

/** Names an overlay, which stands beside the verdict: `Private prisons`. */
export function overlayName(name: OverlayName, face: Face = PAGE): string {
  return BUSINESS_NAMES[face.language].overlay(name);
}
