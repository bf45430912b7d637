import { join } from 'node:path';

/** Keys, profiles and mandates of the platform that tests open, made once and copied for each. */
export const PEOPLE = {
  name: 'people',
  neededBy: 'platform/conformance/people.ts',
  async prepare(folder: string): Promise<{ readonly env: Readonly<Record<string, string>> }> {
    const { PLUGINS } = await import('../../platform/conformance/counterparties.ts');
    const { makePeople } = await import('../../platform/conformance/people.ts');
    const [keys, profiles, mandates] = [
      join(folder, 'keys'),
      join(folder, 'profiles'),
      join(folder, 'mandates'),
    ];
    await makePeople({ keys, profiles, mandates, plugins: PLUGINS });
    return { env: { SANAD_TEST_PEOPLE: folder } };
  },
};
