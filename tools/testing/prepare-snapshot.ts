import { join } from 'node:path';

/** The embedded snapshot in an SQLite file, which tests copy: seeding takes 70 times as long. */
export const SEEDED_SNAPSHOT = {
  name: 'the seeded snapshot',
  neededBy: 'screener/service/src/testing/open-seeded.ts',
  async prepare(folder: string): Promise<{ readonly env: Readonly<Record<string, string>> }> {
    const { SEEDED_VARIABLE, seedInto } = await import('@screener/service/testing/open-seeded');
    const file = join(folder, 'snapshot.sqlite');
    await seedInto(file);
    return { env: { [SEEDED_VARIABLE]: file } };
  },
};
