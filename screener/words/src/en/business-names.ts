import { capitalised } from '@common/base/english';
import { OFFICIAL_OVERLAY_TITLES } from '@screener/engine/overlays/overlay-names';
import { asItIs } from './names.ts';

const OVERLAYS: Readonly<Record<string, string>> = {
  ...OFFICIAL_OVERLAY_TITLES,
  weapons_defense: 'Weapons and defense',
};

export const BUSINESS_NAMES = {
  line: asItIs,
  industry: asItIs,
  sector: asItIs,
  overlay: (code: string) => OVERLAYS[code] ?? capitalised(code.replaceAll('_', ' ')),
};
