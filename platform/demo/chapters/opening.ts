import { firstMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';

/** Keys, profiles, mandates, processes. */
export async function opening(stage: Stage, narrator: Narrator): Promise<void> {
  const { sanad, start, urls } = stage;
  narrator.chapter('A deployment: keys, signed profiles, a signed mandate for each plugin');
  narrator.say('$ sanad keys init');
  const { out } = await sanad('keys', 'init');
  narrator.show(out);
  narrator.expect(
    'a second run has nothing to create',
    (await sanad('keys', 'init')).out.split(':')[0],
    'nothing to create',
  );
  narrator.say(
    'Five processes start, each on a free port: authority, bank and recipient, enforcement point, gateway.',
  );
  await start();
  narrator.show(
    Object.entries(urls)
      .map(([name, url]) => `${name.padEnd(10)} ${url}`)
      .join('\n'),
  );
  const { contract_id: id } = await firstMandate(stage, 'treasury');
  narrator.say(`$ sanad mandate show ${id}`);
  narrator.show((await sanad('mandate', 'show', id)).out);
}
