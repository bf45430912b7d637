import { fail, ok, type Result } from '@common/base/result';
import { readReason } from '@platform/console/use-cases/reason';
import { type Cancellation, MAX_PRINCIPAL_REASON, type Settlement } from '@platform/core/objects/settlement';
import type { Signer } from '@platform/core/signed/signed';
import type { Static } from 'typebox';
import type { Place } from '../context.ts';
import { objectToSign, principalOf, type SigningOptions, signerAfterYes } from '../principal-signing.ts';
import { table } from '../render/text.ts';
import { type CheckedGrant, grantText } from './checked-grant.ts';

export interface DecisionOptions extends SigningOptions {
  readonly reason: string;
  readonly key: string;
  readonly json?: true;
}

type DecisionSchema = typeof Cancellation | typeof Settlement;
type Decision = Static<DecisionSchema>;

interface NewDecision<Schema extends DecisionSchema> {
  readonly schema: Schema;
  readonly make: (
    facts: Pick<Decision, 'deployment' | 'grant_id' | 'action_hash' | 'reason'>,
  ) => Static<Schema>;
  /** What else a person reads before they sign. */
  readonly says: string;
  readonly question: (kid: string) => string;
}

interface Decided<Schema extends DecisionSchema> {
  readonly object: Static<Schema>;
  readonly signer: Signer;
}

/**
 * Asks the principal, who reads the whole action first, to sign a decision about a checked grant; null if their
 * passkey must be asked first.
 */
export async function decidedBy<Schema extends DecisionSchema>(
  place: Place,
  { record, actionHash }: CheckedGrant,
  options: DecisionOptions,
  { schema, make, says, question }: NewDecision<Schema>,
): Promise<Result<Decided<Schema> | null, string>> {
  const principal = await principalOf(place, options.key);
  if (!principal.ok) return principal;
  const reason = readReason(options.reason);
  if (!reason.ok) return reason;
  if (reason.value.length === 0 || reason.value.length > MAX_PRINCIPAL_REASON) {
    return fail('reason_invalid', `Give a reason of 1 to ${MAX_PRINCIPAL_REASON} characters.`);
  }
  const { grant_id, deployment } = record.action;
  const facts = { deployment, grant_id, action_hash: actionHash, reason: reason.value };
  const given = await objectToSign(principal.value, options, schema, async () => ok(make(facts)));
  if (!given.ok) return given;
  const object: Static<Schema> & Decision = given.value;
  if (object.grant_id !== grant_id || object.action_hash !== actionHash) {
    return fail('request_missing', `${options.request} is about another grant than ${grant_id}.`);
  }
  const reasonRow = table([['reason', object.reason]]);
  const words = `${await grantText(place, record)}\n${says}\n\n${reasonRow}\n`;
  const asked = { object, words, question: question(principal.value.kid), options };
  const signer = await signerAfterYes(place, principal.value, asked);
  if (!signer.ok) return signer;
  return ok(signer.value === null ? null : { object, signer: signer.value });
}
