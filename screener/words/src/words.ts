import { AR } from './ar/words.ts';
import { EN, type Words } from './en/words.ts';
import type { Language } from './language.ts';

export type { Words };

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, ar: AR };
