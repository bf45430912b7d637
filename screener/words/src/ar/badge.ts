import type { Words } from '../en/words.ts';
import { isolated } from '../isolate.ts';

export const BADGE: Words['badge'] = {
  hasNoVerdict: (symbol) => `${isolated(symbol)} بلا حكم`,
  verdict: (symbol, verdict) => `${isolated(symbol)} ${verdict}`,
  based: (day) => `${isolated('Sanad')}، ${day}`,
  basedBy: (whom, day) => `وفق ${whom}. ${isolated('Sanad')}، ${day}`,
  alt: (symbol) => `الحكم الشرعي لسهم ${isolated(symbol)} من ${isolated('Sanad')}`,
  altBy: (symbol, whom) => `الحكم الشرعي لسهم ${isolated(symbol)} وفق ${whom}، من ${isolated('Sanad')}`,
};
