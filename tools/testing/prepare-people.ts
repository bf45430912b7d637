import { join } from 'node:path';
import { PLUGINS } from '../../platform/conformance/counterparties.ts';
import { makePeople } from '../../platform/conformance/people.ts';

/** Keys, profiles and mandates of the platform that tests open, made once and copied for each. */
export const people = {
  name: 'people',
  neededBy: 'platform/conformance/people.ts',
  async prepare(folder: string): Promise<{ readonly env: Readonly<Record<string, string>> }> {
    const [keys, profiles, mandates] = [
      join(folder, 'keys'),
      join(folder, 'profiles'),
      join(folder, 'mandates'),
    ];
    await makePeople({ keys, profiles, mandates, plugins: PLUGINS });
    return { env: { SANAD_TEST_PEOPLE: folder } };
  },
};
