import { generateKeyPairSync, sign } from 'node:crypto';
import { formatInstant } from '@common/base/instant';
import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { applyEntries, emptyDirectory, nextEntry } from '@platform/core/directory/state';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { SignedProfile } from '@platform/core/objects/profile';
import { signHash } from '@platform/core/signed/signed';
import { makeMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';

const LIST = ['treasury.v1', 'beneficiaries'] as const;
const PATH = `/directories/${LIST[0]}/${LIST[1]}`;
const MALLORY = { beneficiary_id: 'mallory', to_account: 'acct_mallory', currency: 'USD' } as const;

/** Somebody wants to be a payee: with what the agent has, then with a clerk’s key, then with a person deceived. */
export async function stolenClerk(stage: Stage, narrator: Narrator): Promise<void> {
  narrator.chapter('A thief who wants to be a payee');
  const id = await twoPeopleForPayees(stage, narrator);
  const pay = (inputs: object) => stage.tool('propose_transfer', id, inputs);
  const mallory = (memo: string) => pay({ ...MALLORY, amount: '10', memo });

  narrator.say('A thief has the agent’s token, and a key that nobody enrolled.');
  const first = await mallory('INV-60');
  narrator.expect(`10 USD to mallory: ${first.status}. ${first.detail}`, first.status, 'denied');
  const stranger = await record(stage, await strangersEntry(stage));
  narrator.expect(`mallory as a payee, signed by the thief: ${stranger.words}`, stranger.status, 403);

  narrator.say('Then the thief copies a clerk’s key.');
  const values = Object.entries(MALLORY).map(([name, value]) => `${name}=${value}`);
  narrator.command(`sanad directory add ${LIST.join(' ')} ${values.join(' ')} --key clerk_lina`);
  const added = await stage.sanad('directory', 'add', ...LIST, ...values, '--key', 'clerk_lina', '--yes');
  narrator.show(added.out);
  const [waiting] = await read(stage, 'drafts');
  if (waiting === undefined) throw new Error('no entry waits');
  const twice = await record(stage, waiting);
  narrator.expect('signed by the same clerk once more: it still needs another person', twice.missing, 1);
  const second = await mallory('INV-61');
  narrator.expect(`10 USD to mallory: ${second.status}. ${second.detail}`, second.status, 'denied');

  narrator.say('Suppose that the second person is deceived, and signs it too.');
  narrator.command(`sanad directory sign ${LIST.join(' ')} --key principal_local`);
  narrator.show((await stage.sanad('directory', 'sign', ...LIST, '--key', 'principal_local', '--yes')).out);
  const held = await mallory('INV-62');
  narrator.expect(
    `10 USD to mallory: ${held.status}. ${held.detail}`,
    [held.status, held.reason],
    ['pending', 'approval_required'],
  );

  narrator.say('The cfo asks about it, and the clerk’s key is marked as stolen.');
  const at = formatInstant(Date.now());
  narrator.command(`sanad keys compromise clerk_lina --at ${at} --reason 'payee that nobody knows'`);
  const mark = ['clerk_lina', '--at', at, '--reason', 'payee that nobody knows', '--yes'];
  narrator.show((await stage.sanad('keys', 'compromise', ...mark)).out);
  const last = await mallory('INV-63');
  narrator.expect(
    `10 USD to mallory: ${last.status}. ${last.detail}`,
    [last.status, last.reason],
    ['denied', 'beneficiary_not_approved'],
  );
  const late = await pay({ grant_id: held.grant_id });
  narrator.expect('what was held moved nothing', late.status === 'executed', false);
}

/** Asks for two people and an approval for each new payee, and signs a mandate for it. Returns its id. */
async function twoPeopleForPayees(stage: Stage, narrator: Narrator): Promise<string> {
  narrator.say(
    'Payees stand in a directory, so that a new one ends no mandate. By a new version of the policy, a clerk and a principal sign each, and the first payment to a new one needs an approval.',
  );
  const clerk = ['clerk_lina', '--person', 'lina', '--role', 'clerk', '--tenant', 'tn_local'];
  await stage.sanad('keys', 'enrol', ...clerk, '--yes');
  const { profile } = (await stage.readJson('profiles/treasury.v1.json')) as SignedProfile;
  const signers = [{ person: 'lina' }, { person: 'local' }];
  const payees = { signers, needed: 2, first: { until_approved: true } };
  const directories = { ...profile.directories, [LIST[1]]: payees };
  const version = '1.0.2';
  const file = await stage.writeJson('directory-draft.json', { ...profile, version, directories });
  await stage.sanad('profile', 'publish', file, '--reason', 'two people for each payee', '--yes');
  return makeMandate(stage, 'directory', () => ({ policy_version: `treasury.v1@${version}` }));
}

async function read({ urls }: Stage, what: 'entries' | 'drafts'): Promise<readonly SignedEntry[]> {
  const answer = await fetch(`${urls.authority}${PATH}/${what}?tenant=tn_local`);
  return (await answer.json()) as readonly SignedEntry[];
}

interface Recorded {
  readonly status: number;
  readonly missing: number | undefined;
  /** Why it was refused. */
  readonly words: string;
}

async function record({ urls }: Stage, signed: SignedEntry): Promise<Recorded> {
  const answer = await fetch(`${urls.authority}${PATH}/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signed),
  });
  const body = (await answer.json()) as {
    readonly missing?: number;
    readonly detail?: { readonly message: string };
  };
  return { status: answer.status, missing: body.missing, words: body.detail?.message ?? '' };
}

/** The next entry of the directory, as it must be but for the key that signs it. */
async function strangersEntry(stage: Stage): Promise<SignedEntry> {
  const { profile } = (await stage.readJson('profiles/treasury.v1.json')) as SignedProfile;
  const id = {
    deployment: profile.deployment,
    tenant: 'tn_local',
    profile: profile.name,
    directory: LIST[1],
  };
  const draft = {
    change: 'added',
    name: 'mallory',
    values: MALLORY,
    signed_at: formatInstant(Date.now()),
  } as const;
  const state = unwrap(applyEntries(nodeCrypto, emptyDirectory(id), await read(stage, 'entries')));
  const entry = unwrap(nextEntry(nodeCrypto, state, draft));
  const hash = hashOf(nodeCrypto, entry);
  const { privateKey } = generateKeyPairSync('ed25519');
  const signer = {
    kid: 'clerk_mallory',
    alg: 'ed25519' as const,
    sign: (ascii: string) => sign(null, Buffer.from(ascii), privateKey).toString('hex'),
  };
  return { entry, entry_hash: hash, signatures: [signHash(signer, hash)] };
}
