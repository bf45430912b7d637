import type { Words } from '../en/words.ts';
import { RULE_SETS, theFew } from './terms.ts';

export const CHOICE: Words['choice'] = {
  legend: 'المنهجيات التي تتبعها',
  noneTicked: (byAll) => `إن لم تختر شيئًا فالحكم ${byAll}.`,
  byAll: (count) => `وفق جميع المنهجيات ${theFew(count)}`,
  by: (names) => `وفق ${names}`,
  label: 'المنهجية',
  ruleSets: RULE_SETS,
  all: (count) => `${theFew(count)} جميعها`,
};
