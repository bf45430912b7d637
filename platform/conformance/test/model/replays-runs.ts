import { test } from 'node:test';
import { readTraces } from '../../model/traces.ts';
import { openVenue } from './place.ts';
import { replay } from './replay.ts';

/** Registers the test that plays the runs of one file. */
export function replaysRuns(which: 'short' | 'long'): void {
  test('authority, enforcement point and bank do what each run of the model does', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const venue = await openVenue(t.mock.timers);
    try {
      for (const events of await readTraces(which)) {
        const both = events.some(({ grant }) => grant === 1);
        await replay(await venue.place(both ? 2 : 1), events);
      }
    } finally {
      await venue.close();
    }
  });
}
