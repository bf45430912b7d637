import { listed } from '@platform/words/short';
import type { Consequences } from '../use-cases/key-consequences.ts';

/** What marking a key stops, the gravest first: the consequence, its words, and the path of its pages. */
export const CONSEQUENCES: readonly (readonly [keyof Consequences, string, string | null])[] = [
  ['enrolled', 'It enrolled these keys, which no longer count until another root enrols them', null],
  ['profiles', 'It published these profiles, which nothing trusts until another key publishes them', null],
  ['mandatesSigned', 'It signed these mandates: nothing more is done under them', '/mandates/'],
  ['mandatesWithout', 'These mandates ask its holder, who has no other key that will do', '/mandates/'],
  ['mandatesWith', 'These mandates ask its holder, who has another key that will do', '/mandates/'],
  ['waiting', 'These requests under such mandates need approval', '/approvals/'],
  [
    'approvals',
    'It approved these requests; they are not done until they are approved again or proposed again',
    '/approvals/',
  ],
];

/** The consequences that apply, one sentence each. */
export function consequenceLines(found: Consequences): readonly string[] {
  const told = CONSEQUENCES.flatMap(([name, words]) =>
    found[name].length === 0 ? [] : [`${words}: ${listed(found[name])}.`],
  );
  return told.length === 0 ? ['Nothing in force was signed with it, and nothing waits for it.'] : told;
}
