import { test } from 'node:test';
import { readTraces } from '../../model/traces.ts';
import { openVenue } from './place.ts';
import { replay } from './replay.ts';

/** `npm run model -- --traces` writes them. */
test('each run of the model is what authority, enforcement point and bank do', async () => {
  const venue = await openVenue();
  try {
    for (const events of await readTraces()) await replay(await venue.place(), events);
  } finally {
    await venue.close();
  }
});
