import type { Consequences } from '../use-cases/key-consequences.ts';
import { listed } from './short.ts';

/** What marking a key stops, one sentence each, the gravest first. */
export function consequenceLines(found: Consequences): readonly string[] {
  const { enrolled, profiles, mandatesSigned, mandatesWithout, mandatesWith, waiting, approvals } = found;
  const lines = [
    [enrolled, 'It enrolled these keys, which count no more until another root enrols them again'],
    [profiles, 'It published these profiles, which nothing trusts until another key publishes them again'],
    [mandatesSigned, 'It signed these mandates: nothing more is done under them'],
    [mandatesWithout, 'These mandates ask its holder, who has no other key that will do'],
    [mandatesWith, 'These mandates ask its holder, who has another key that will do'],
    [waiting, 'These requests wait under such mandates'],
    [approvals, 'It approved these, which are not done with it: they must be approved again, or proposed'],
  ] as const;
  const told = lines.flatMap(([ids, words]) => (ids.length === 0 ? [] : [`${words}: ${listed(ids)}.`]));
  return told.length === 0 ? ['Nothing that is in force now was signed with it, or waits for it.'] : told;
}
