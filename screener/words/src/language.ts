/** The languages of pages and mails, by their tags (BCP 47). The first is for readers who ask for none of them. */
export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words, for the link that chooses it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ar: 'العربية' };

export const DIRECTIONS: Readonly<Record<Language, 'ltr' | 'rtl'>> = { en: 'ltr', ar: 'rtl' };

/** Returns the language of a tag: `ar` of `ar-EG`; null for a language that pages do not have. */
export function languageOf(tag: string): Language | null {
  const [primary = ''] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? null;
}

type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

const RULES: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  ar: new Intl.PluralRules('ar'),
};

/**
 * Chooses the form that goes with a count.
 * @example counted('en', 1, { one: 'a holding', other: '1 holdings' }) // 'a holding'
 */
export function counted(language: Language, count: number, forms: Plural): string {
  return forms[RULES[language].select(count)] ?? forms.other;
}
