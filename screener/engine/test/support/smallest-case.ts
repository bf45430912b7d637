import type { Fact } from '@screener/engine/facts';
import type { DecidedScreening } from '@screener/engine/screened';

export type ScreenWith = (facts: readonly Fact[]) => DecidedScreening;

/**
 * For the message of a failed removal: the fewest facts where removing `gone` still changes what it may not, found by
 * leaving them out one by one.
 */
export function smallestCase(
  screenWith: ScreenWith,
  changesBetween: (before: DecidedScreening, after: DecidedScreening) => readonly string[],
  facts: readonly Fact[],
  gone: ReadonlySet<Fact>,
): string {
  let removed = gone;
  let kept = facts;
  const changes = (all: readonly Fact[], without: ReadonlySet<Fact>) =>
    changesBetween(screenWith(all), screenWith(all.filter((fact) => !without.has(fact))));
  for (const candidate of gone) {
    const fewer = new Set([...removed].filter((fact) => fact !== candidate));
    if (changes(kept, fewer).length > 0) removed = fewer;
  }
  for (const candidate of facts) {
    const fewer = kept.filter((fact) => fact !== candidate);
    if (!removed.has(candidate) && changes(fewer, removed).length > 0) kept = fewer;
  }
  const line = (fact: Fact) =>
    `  ${removed.has(fact) ? 'removed: ' : ''}${fact.tag} ${fact.start ?? ''} ${fact.end} = ${fact.value} (${fact.accession})`;
  return ['smallest case:', ...kept.map(line), `gives ${changes(kept, removed).join('; ')}`].join('\n');
}
