import { toHex, utf8 } from '@common/evidence/bytes';
import { nodeCrypto } from '@common/evidence/node';
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { ActionStatements } from '../../src/objects/attested.ts';
import type { Mandate } from '../../src/objects/mandate.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import { readKeyRegistry } from '../../src/signed/key-registry.ts';
import { pluginHash } from '../../src/signed/plugin.ts';
import { PAYEE_CHECKED, statementWorld, withPayeeCheck } from '../../src/testing/hostile-statements.ts';
import { at, CAST, keysOf, type Plot, TREASURY, tell } from './story.ts';
import { DEPLOYMENT } from './story-keys.ts';

/** Payments to payees whom a third service must have checked. */

const made = statementWorld({
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

const { terms } = made;
export const { entries, world } = made;

const plugin = { ...TREASURY, manifest: withPayeeCheck(TREASURY.manifest) };
const RULES: Mandate['rules'] = { amount_max: '500', daily_max: '1000', threshold: '100', ...PAYEE_CHECKED };
/** Keys as a deployment trusts them: not all of the cases’ are. */
const TRUSTED = readKeyRegistry(nodeCrypto, DEPLOYMENT, {
  [CAST.principal.key.kid]: CAST.principal.key,
  ...Object.fromEntries(entries.map((entry) => [entry.kid, entry])),
}).keys;
export const CHECKED_KEYS = { ...TRUSTED, ...keysOf(CAST) };

/** A payment with these statements, signed by everyone, the authority and the enforcement point too. */
export function paid(statements: unknown, changes: Partial<Plot> = {}): Receipt {
  return tell({
    plugin,
    profile: { plugin_hash: pluginHash(nodeCrypto, plugin), attested: { payee_checked: terms } },
    mandate: { rules: RULES },
    action: statements === undefined ? {} : { statements: statements as ActionStatements },
    keys: entries,
    ...changes,
  });
}
