/** The ways to match, the surest first. */
export const MATCHES = [
  'ticker',
  'number',
  'former_ticker',
  'brand',
  'former_name',
  'ticker_prefix',
  'name_start',
  'name_words',
  'name_part',
  'spelling',
] as const;
export type Match = (typeof MATCHES)[number];
