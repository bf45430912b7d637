/**
 * Why a check fails, for programs: each code with its meaning. The reference (`docs/reference/evidence`) says where each
 * occurs, and the kit for other implementers expects them.
 */
export const PROBLEM_CODES = {
  json_refused: 'The text is no strict JSON.',
  schema_invalid: 'The value does not match the schema of a Proof Receipt 0.3.',
  disclosures_wrong: 'A disclosure opens nothing here, or what another one opens, or shares its salt.',
  value_invalid: 'A value that is disclosed does not have the form of its member.',
  instant_malformed: 'An instant does not exist.',
  keys_malformed: 'A key is listed under another name, or its history is not that of one holder.',
  documents_malformed: 'Documents of the action are named twice, or not as their types are.',
  not_checked: 'Check 1 failed, so nothing else was looked at.',

  hash_mismatch: 'A stated hash is not the hash of what stands beside it.',
  other_object: 'A signed object names another object, by its hash, than the one in the receipt.',
  contradiction: 'Two members that must be equal are not.',
  deployment_mismatch: 'Something belongs to another deployment than the receipt.',
  out_of_order: 'An instant is before another one that must come first, by more than clocks may differ.',
  missing: 'Something is not there that must be there in such a receipt.',
  unexpected: 'Something is there that may not be there in such a receipt.',

  kid_unknown: 'The key of a signature is not known.',
  pinned_key_differs: 'The receipt brings a key that is not the pinned one of its name, nor one before it.',
  key_malformed: 'A key does not have the form of its kind, or another fingerprint.',
  role_not_allowed: 'A key of this role may not sign this.',
  key_not_yet_valid: 'A key was not valid yet.',
  key_expired: 'A key was no longer valid.',
  key_compromised: 'A key was marked as stolen from an earlier instant on.',
  signature_malformed:
    'A signature does not have the form of its algorithm, or is of another one than its key.',
  signature_invalid: 'A signature does not verify.',
  assertion_malformed: 'What a device signed around the hash cannot be read.',
  assertion_elsewhere: 'A device signed something else, for another page or another app.',
  holder_not_verified: 'A passkey signed without verifying that its holder is there.',
  backup_changed: 'A passkey says something else of its copies than when it was enrolled.',

  not_enrolled: 'No principal enrolled the key.',
  enrolment_malformed: 'An enrolment says something of a device that cannot be true.',
  root_invalid: 'Who enrolled the key is no root of trust.',
  out_of_reach: 'A key is not for this tenant, or enrolled one that is for others than itself.',

  plugin_hash_mismatch: 'The plugin is not the one that was signed with the profile.',
  out_of_scope: 'The mandate does not allow this facade, or cites another profile.',
  outside_validity: 'The action was proposed outside the time of the mandate.',

  approver_is_agent: 'The agent approved, or somebody whose name looks like the agent’s.',
  approver_not_listed: 'No route of the mandate names who signed.',
  assurance_not_met: 'The route asks for a hardware key.',
  approval_too_late: 'The time of the route was over.',
  approver_already_approved: 'One person approved twice.',
  approvals_too_few: 'The route needs the approval of more people.',

  agent_key_mismatch:
    'The grant does not name the key that the mandate has for its agent, or names one without such a mandate.',
  outcome_mismatch: 'Outcome or reason do not go with the grant, the settlement or the acknowledgment.',
  grant_expired: 'The grant was redeemed after its end.',
  mandate_over_profile: 'The mandate is not within its profile.',
  params_not_canonical: 'The params are not those of the facade, in their canonical spelling.',
  idempotency_key_mismatch: 'The idempotency key is not that of the params.',
  grant_term: 'The grant was given at another time than it says, or for longer than the mandate allows.',
  statement_unasked: 'The action carries a statement that no rule asks for.',
  denied_again: 'By the signed rules, it is denied.',
  approval_needed: 'By the signed rules, a person must approve, and nobody did.',
  approval_not_needed: 'By the signed rules, nobody has to approve, but it was held.',
  denial_unfounded: 'By the signed rules, it is not denied for this reason.',
  statement_refused: 'When the call was sent, a statement no longer answered its rule.',
  directory_not_named: 'The profile names no such directory.',
  entry_too_new: 'An entry of a directory is from after the proposal.',
  entry_not_proven: 'An entry was not in force at the head of its directory.',
  signer_not_allowed: 'Somebody signed an entry of a directory who may not.',
  signers_too_few: 'Fewer people signed an entry of a directory than it needs.',

  acknowledgment_mismatch: 'The acknowledgment is of another action or counterparty, or has other values.',
  chain_broken: 'The receipt does not follow the one before it.',
  inclusion_not_proven: 'A leaf is not proven to be in the log, or not before the receipt.',
  revoked: 'The mandate was revoked.',
  sent_late: 'The call was sent after something had ended, and under no lease from before.',
  lease_mismatch: 'The call was sent outside its lease.',
  standing_not_proven: 'What had ended is not proven under the tree head.',
  ended_before_sent: 'By the log, something that the call stood on had ended before it was sent.',
  status_mismatch: 'The status contradicts what it rests on.',
} as const satisfies Readonly<Record<string, string>>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** One reason for which a check fails. */
export interface Problem {
  readonly code: ProblemCode;
  /** For people: a clause without a full stop. It contains text from the receipt. */
  readonly words: string;
  /** The objects are whole, and what they say goes beyond what people signed. */
  readonly isBreach?: true;
}

/**
 * Problems of objects that are whole: the rules that people signed do not allow what these objects say.
 * @example breaches(problem('revoked', 'it was')) // [{ code: 'revoked', words: 'it was', isBreach: true }]
 */
export function breaches(problems: readonly Problem[]): Problem[] {
  return problems.map((each) => ({ ...each, isBreach: true }));
}

/**
 * One problem, as a list.
 * @example problem('missing', 'there is none') // [{ code: 'missing', words: 'there is none' }]
 */
export function problem(code: ProblemCode, words: string): Problem[] {
  return [{ code, words }];
}

/**
 * A problem if the statement is false.
 * @example unless(true, 'missing', 'there is none') // []
 */
export function unless(holds: boolean, code: ProblemCode, words: string): Problem[] {
  return holds ? [] : problem(code, words);
}
