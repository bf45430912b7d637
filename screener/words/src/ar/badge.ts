import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

export const BADGE: Words['badge'] = {
  hasNoVerdict: (symbol) => `${isolated(symbol)} بلا حكم`,
  verdict: (symbol, verdict) => `${isolated(symbol)} ${verdict}`,
  based: (day) => `${isolated('Sanad')}، ${day}`,
  alt: (symbol) => `الحكم الشرعي لسهم ${symbol} من Sanad`,
};
