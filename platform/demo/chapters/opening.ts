import { firstMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';

/** Keys, profiles, mandates, processes. */
export async function opening(stage: Stage, narrator: Narrator): Promise<void> {
  const { sanad, start, urls } = stage;
  narrator.say(
    'An agent may pay and release records, but only within what people signed. This plays the whole story on this machine, with real processes, keys and proofs, in about a minute. Each line that begins with “ok” is something that was checked.',
  );
  narrator.chapter('A deployment: keys, signed profiles, a signed mandate for each plugin');
  narrator.command('sanad keys init');
  const { out } = await sanad('keys', 'init');
  narrator.show(out);
  narrator.expect(
    'run a second time, it has nothing to create',
    (await sanad('keys', 'init')).out.split(':')[0],
    'nothing to create',
  );
  narrator.say(
    'Four processes start, on free ports: the authority, the counterparties (a mock bank, a mock recipient of records and a mock broker), the enforcement point (pep) and the gateway.',
  );
  await start();
  narrator.show(
    Object.entries(urls)
      .map(([name, url]) => `${name.padEnd(10)} ${url}`)
      .join('\n'),
  );
  const { contract_id: id } = await firstMandate(stage, 'treasury');
  narrator.say('The principal has signed what the agent may do:');
  narrator.command(`sanad mandate show ${id}`);
  narrator.show((await sanad('mandate', 'show', id)).out);
}
