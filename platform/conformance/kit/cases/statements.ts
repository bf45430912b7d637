import { toHex, utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { ActionStatements } from '@platform/core/objects/attested';
import type { Mandate } from '@platform/core/objects/mandate';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { pluginHash } from '@platform/core/signed/plugin';
import {
  HOSTILE_STATEMENTS,
  honestStatements,
  PAYEE_CHECKED,
  statementWorld,
  withPayeeCheck,
} from '@platform/core/testing/hostile-statements';
import { at, CAST, keysOf, type Plot, TREASURY, tell } from '../../../core/test/verify/story.ts';
import { DEPLOYMENT } from '../../../core/test/verify/story-keys.ts';
import { altered, type KitCase, type Refusal } from './case.ts';

const { world, terms, entries } = statementWorld({
  crypto: nodeCrypto,
  deployment: DEPLOYMENT,
  now: at('09:00:00.000'),
  principal: CAST.principal.signer,
  others: { counterparty: CAST.bank.signer, authority: CAST.authority.signer },
  makePair: (kid) => {
    const secret = hexToBytes(nodeCrypto.sha256(`sanad test key of the attester ${kid}`));
    const publicKey = ed25519.getPublicKey(secret);
    return {
      public_key: toHex(publicKey),
      fingerprint: `sha256:${nodeCrypto.sha256(publicKey)}`,
      sign: (ascii) => toHex(ed25519.sign(utf8(ascii), secret)),
    };
  },
});

const plugin = { ...TREASURY, manifest: withPayeeCheck(TREASURY.manifest) };
const RULES: Mandate['rules'] = { amount_max: '500', daily_max: '1000', threshold: '100', ...PAYEE_CHECKED };
/** Keys as a deployment trusts them: not all of the cases’ are. */
const TRUSTED = readKeyRegistry(nodeCrypto, DEPLOYMENT, {
  [CAST.principal.key.kid]: CAST.principal.key,
  ...Object.fromEntries(entries.map((entry) => [entry.kid, entry])),
}).keys;

interface Paid {
  readonly plot?: Partial<Plot>;
  /** Null: without it. */
  readonly rules?: Readonly<Record<string, string | readonly string[] | null>>;
}

/** A payment with these statements, signed by everyone. */
function paid(
  name: string,
  statements: () => unknown,
  refused: Refusal | null,
  { plot = {}, rules = {} }: Paid = {},
): KitCase {
  const make = () => {
    const given = statements();
    const receipt = tell({
      plugin,
      profile: { plugin_hash: pluginHash(nodeCrypto, plugin), attested: { payee_checked: terms } },
      mandate: {
        rules: Object.fromEntries(
          Object.entries({ ...RULES, ...rules }).filter(([, value]) => value !== null),
        ) as Mandate['rules'],
      },
      action: given === undefined ? {} : { statements: given as ActionStatements },
      keys: entries,
      ...plot,
    });
    return { receipt, keys: { ...TRUSTED, ...keysOf(CAST) } };
  };
  return { name, refused, make };
}

/** Honest as of the proposal, with other instants in it. */
const answered =
  (changes: Parameters<typeof honestStatements>[1] = {}) =>
  () =>
    honestStatements(world, changes);

const CODES = {
  malformed: [1, 'value_invalid'],
  stray: [5, 'statement_unasked'],
} as const satisfies Readonly<Record<string, Refusal>>;
const HOSTILE: readonly KitCase[] = Object.entries(HOSTILE_STATEMENTS).map(([name, { make, refused }]) =>
  paid(
    `statement ${name}`,
    () => make(world),
    typeof refused === 'string' ? CODES[refused] : [5, 'denied_again'],
  ),
);

const DENIED: Partial<Plot> = {
  outcome: 'denied',
  grant: { reason: 'x_treasury_payee_not_checked' },
  params: { amount: '250' },
};
const LATER: Refusal = [5, 'statement_refused'];

const IN_TIME: readonly KitCase[] = [
  paid('a statement that answers', answered(), null),
  paid(
    'a statement at the instant of its issue, by a clock a minute ahead',
    answered({ issued_at: at('09:01:00.000') }),
    null,
  ),
  paid('a statement issued more than a minute later', answered({ issued_at: at('09:01:00.001') }), [
    5,
    'denied_again',
  ]),
  paid('a statement as old as the mandate allows', answered({ as_of: '2026-05-29T09:00:00.000Z' }), null),
  paid('a statement a millisecond older', answered({ as_of: '2026-05-29T08:59:59.999Z' }), [
    5,
    'denied_again',
  ]),
  paid(
    'a statement that ended less than a minute before the call left',
    answered({ expires_at: at('09:00:03.000') }),
    null,
  ),
  paid(
    'a statement that ended more than a minute before the call left',
    answered({ expires_at: at('09:00:03.000') }),
    LATER,
    {
      plot: {
        redeemedAt: at('09:02:00.000'),
        decision: { executed_at: at('09:02:01.000'), decided_at: at('09:02:02.000') },
        checkedAt: at('09:02:03.000'),
      },
    },
  ),
  paid(
    'a statement that was too old when the call left',
    answered({ as_of: '2026-05-29T09:00:30.000Z' }),
    LATER,
    {
      plot: {
        redeemedAt: at('09:02:00.000'),
        decision: { executed_at: at('09:02:01.000'), decided_at: at('09:02:02.000') },
        checkedAt: at('09:02:03.000'),
      },
    },
  ),
  paid('a mandate that allows more days than the profile', answered(), [5, 'mandate_over_profile'], {
    rules: { payee_check_max_age_days: '8' },
  }),
  paid('a mandate that needs a claim that is not said', answered(), [5, 'denied_again'], {
    rules: { payee_checked: ['known', 'account.match', 'rich'] },
  }),
  paid('a mandate without the rule, and a statement', answered(), [5, 'statement_unasked'], {
    rules: { payee_checked: null, payee_check_max_age_days: null },
  }),
  paid('denied, because there is no statement', () => undefined, null, { plot: DENIED }),
  paid('denied for want of a statement that is there', answered(), [5, 'denial_unfounded'], { plot: DENIED }),
  paid(
    'denied, with a statement that no rule asks for',
    () => ({ other_check: answered()().payee_checked }),
    [5, 'statement_unasked'],
    { plot: DENIED },
  ),
];

const SPOILED: readonly KitCase[] = [
  {
    ...altered(
      'the signed statement of an action, changed afterwards',
      ({ what }) => {
        const shown = what.action.statements?.payee_checked as { statement: { method: string } } | undefined;
        if (shown !== undefined) shown.statement.method = 'registry/9';
      },
      [5, 'hash_mismatch'],
      {
        from: () => paid('', answered(), null).make().receipt as ReturnType<typeof tell>,
        keys: { ...TRUSTED, ...keysOf(CAST) },
      },
    ),
  },
];

export const STATEMENTS: readonly KitCase[] = [...IN_TIME, ...HOSTILE, ...SPOILED];
