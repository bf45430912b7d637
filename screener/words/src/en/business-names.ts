import { capitalised } from '@common/base/english';
import { OFFICIAL_OVERLAY_TITLES, type OverlayName } from '@screener/engine/overlays/overlay-names';
import { asItIs } from './names.ts';

const OVERLAYS: Readonly<Partial<Record<OverlayName, string>>> = {
  ...OFFICIAL_OVERLAY_TITLES,
  weapons_defense: 'Weapons and defense',
};

export const BUSINESS_NAMES = {
  line: asItIs,
  industry: asItIs,
  sector: asItIs,
  overlay: (name: OverlayName) => OVERLAYS[name] ?? capitalised(name.replaceAll('_', ' ')),
};
