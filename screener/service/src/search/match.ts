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

/** Ways to match that leave no doubt about what was meant. */
const SURE: ReadonlySet<Match> = new Set<Match>([
  'ticker',
  'number',
  'former_ticker',
  'brand',
  'former_name',
]);

export function isSureMatch(match: Match): boolean {
  return SURE.has(match);
}
