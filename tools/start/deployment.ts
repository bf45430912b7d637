import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram } from '@platform/cli/program';
import { CONSOLE_CONFIG } from '@platform/console/config';
import { LOCAL } from '@platform/console/use-cases/init-deployment';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { nameWords } from '@platform/words/names';
import { closedPlaces, closedWords, type MayUse, mayUse } from './places.ts';

/** As of a service whose start is refused. */
const START_REFUSED = 78;

type Environment = Readonly<Record<string, string | undefined>>;

interface PreparationOutcome {
  /** The exit code: 0, 78 if files cannot be written here, or that of `sanad keys init` if it refused. */
  readonly code: number;
  /** Lines for the terminal that say what was created, or why it was refused. Empty on later starts. */
  readonly lines: readonly string[];
  /** The profiles that carry lists in themselves, each with their names. */
  readonly lists: ProfileLists;
}

type ProfileLists = Readonly<Record<string, readonly string[]>>;

/** Creates the platform's local deployment, or whatever it lacks: `sanad keys init`. */
export async function prepareDeployment(env: Environment, may: MayUse = mayUse): Promise<PreparationOutcome> {
  const closed = await closedPlaces(env, may);
  if (closed.length > 0) {
    const lines = closed.map((place) => `${place.path} ${closedWords(place)}`);
    return { code: START_REFUSED, lines, lists: {} };
  }
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const code = await runProgram(['keys', 'init', '--json'], {
    out: write,
    err: write,
    ask: null,
    env,
    clock: Date.now,
    randomBytes,
    pause,
  });
  if (code !== 0) return { code, lines: text.trim().split('\n'), lists: {} };
  const { made, lists }: { made: readonly string[]; lists: ProfileLists } = JSON.parse(text);
  if (made.length === 0) return { code, lines: [], lists };
  return {
    code,
    lines: ['first start: created a local deployment of the platform:', ...made.map((what) => `  ${what}`)],
    lists,
  };
}

type PluginList = readonly { readonly name: string; readonly facades: readonly string[] }[];

const ANSWER_MS = 5_000;
const SAMPLE_FACADE = 'bank.executeTransfer';
const SAMPLE = {
  to_account: 'acct_acme',
  amount: '250',
  currency: 'USD',
  beneficiary_id: 'acme',
  memo: 'INV-7',
};

/**
 * Prints what to try once all services listen: the screener's page, a token, and a tool call with it under a
 * mandate in force.
 */
export async function nextSteps(
  addresses: ReadonlyMap<string, string>,
  lists: ProfileLists = {},
): Promise<readonly string[]> {
  return [
    ...screenerSteps(addresses.get('screener')),
    ...consoleSteps(addresses.get('console')),
    ...(await platformSteps(addresses, lists)),
    ...listSteps(lists, addresses),
  ];
}

function screenerSteps(screener: string | undefined): readonly string[] {
  if (screener === undefined) return [];
  const site = screener.replace('//127.0.0.1:', '//localhost:');
  return ['', `Open ${site} to screen a ticker; ${site}/docs describes the API.`];
}

function consoleSteps(pages: string | undefined): readonly string[] {
  if (pages === undefined) return [];
  return [
    '',
    `Open ${pages.replace('//127.0.0.1:', '//localhost:')} to see what agents may do, and what they did.`,
  ];
}

/** A command in another terminal asks the default address, whatever listens there. */
function commandFor(authority: string): string {
  return authority === CONSOLE_CONFIG.AUTHORITY_URL.default
    ? 'npx sanad'
    : `AUTHORITY_URL=${authority} npx sanad`;
}

/** How to move lists out of profiles. Nothing does so by itself, because each step is a person’s signature. */
function listSteps(lists: ProfileLists, addresses: ReadonlyMap<string, string>): readonly string[] {
  const [names, authority] = [Object.keys(lists), addresses.get('authority')];
  if (names.length === 0 || authority === undefined) return [];
  const site = (addresses.get('console') ?? '').replace('//127.0.0.1:', '//localhost:');
  return [
    '',
    'These profiles carry lists in themselves:',
    ...names.map((name) => `  ${name}: ${(lists[name] ?? []).map(nameWords).join(', ')}`),
    'A new payee there takes a new version of the profile, which ends all mandates under it. In a directory, each payee',
    'is an entry that you sign by itself, and adding one ends no mandate. This moves the lists, once:',
    ...names.map((name) => `  ${commandFor(authority)} directory adopt ${name}`),
    'Before you sign, the command shows the new version, the mandates that end with it, and every entry.',
    `Afterwards, sign the mandates anew: ${site}/mandates. More: docs/guides/keep-payees-in-a-directory.md`,
  ];
}

async function platformSteps(
  addresses: ReadonlyMap<string, string>,
  lists: ProfileLists,
): Promise<readonly string[]> {
  const [gateway, authority] = [addresses.get('gateway'), addresses.get('authority')];
  if (gateway === undefined || authority === undefined) return [];
  const sanad = commandFor(authority);
  const plugins = await loadedPlugins(authority);
  if (plugins !== null && !plugins.some(({ facades }) => facades.includes(SAMPLE_FACADE))) {
    return [
      '',
      `Plugins loaded here: ${plugins.map(({ name }) => name).join(', ')}. What their tools take: ${gateway}/v1/tools`,
      `Act as an agent under one of their mandates: docs/guides/act-under-a-mandate.md; ${sanad} mandate list shows all.`,
    ];
  }
  const changed = await changedPlugins(authority);
  if (changed.length > 0) {
    return [
      '',
      `Not signed as they are now: the plugins of ${changed.join(', ')}. Until their profiles are, nothing is done under them.`,
      'After an upgrade, sign each profile again: its mandates and their open requests end, and the command counts them',
      'before you sign. Then sign new mandates: docs/operations/upgrade.md',
      ...changed.map((name) => `  ${sanad} profile renew ${name} --reason 'upgrade'`),
      ...(changed.some((name) => Object.hasOwn(lists, name))
        ? ['Where the profile is named below too, that command signs it as well: run it instead.']
        : []),
      'If you did not upgrade, somebody changed the files of the plugins: restore them.',
    ];
  }
  const mandate = await mandateInForce(authority);
  if (mandate === null) {
    return [
      '',
      'No treasury mandate of the local principal is in force: they have ended, or the profile has a new version.',
      `Sign and register a new one: docs/guides/act-under-a-mandate.md; ${sanad} mandate list shows all of them.`,
    ];
  }
  return [
    '',
    'Next, in another terminal, act as an agent under a mandate:',
    '  TOKEN=$(npx sanad keys agent-token --yes)',
    `  curl -s ${gateway}/v1/tools/propose_transfer -H "Authorization: Bearer $TOKEN" \\`,
    `    -H 'X-Service-Contract: ${mandate}' -H 'Content-Type: application/json' \\`,
    `    -d '${JSON.stringify(SAMPLE)}'`,
    'The receipt will be in out/. The same invoice is paid only once: change the memo to pay again.',
    'More: docs/guides/act-under-a-mandate.md',
  ];
}

/** The plugins that the authority has loaded; null if it does not answer. */
async function loadedPlugins(authority: string): Promise<PluginList | null> {
  try {
    const answer = await fetch(`${authority}/plugins`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return JSON.parse(await answer.text());
  } catch {
    return null;
  }
}

/** The profiles whose plugins are not the ones that were signed with them. */
async function changedPlugins(authority: string): Promise<readonly string[]> {
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${authority}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return JSON.parse(await answer.text());
  };
  try {
    const plugins = (await ask('/plugins')) as readonly { readonly profile: string }[];
    const names = plugins.map(({ profile }) => profile);
    const answers = await Promise.all(names.map((name) => ask(`/profiles/${name}`)));
    return names.filter((_, index) => {
      const { detail } = answers[index] as { readonly detail?: { readonly error?: unknown } };
      return detail?.error === 'plugin_hash_mismatch';
    });
  } catch {
    return [];
  }
}

/**
 * Finds the newest of the authority's mandates under which the printed call can work; null if there is none.
 * If the authority does not answer, returns a placeholder that says where to find the id.
 */
async function mandateInForce(authority: string): Promise<string | null> {
  try {
    const answer = await fetch(`${authority}/contracts`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const mandates: readonly MandateRecord[] = JSON.parse(await answer.text());
    const usable = mandates.find(
      ({ contract: { principal, scope }, status }) =>
        status === 'active' && principal === LOCAL.principal && scope.includes(SAMPLE_FACADE),
    );
    return usable?.contract.contract_id ?? null;
  } catch {
    return '<contract_id from: npx sanad mandate list>';
  }
}
