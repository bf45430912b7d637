import { requiredMs } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import { hardwareGround } from '@platform/core/decide/hardware';
import type { AgentToken } from '@platform/core/objects/agent-token';
import type { Action, GrantRecord } from '@platform/core/objects/grant';
import type { Enrolment, KeyVersion } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { listed } from '@platform/core/objects/plugin-faults';
import type { Profile, ProfileDraft } from '@platform/core/objects/profile';
import { tenantsInWords } from '@platform/core/objects/tenants';
import { agentKeyOf } from '@platform/core/signed/agent-key';
import { actsOn } from '@platform/words/acts-on';
import { addressWords } from '@platform/words/addresses';
import { agentKeyWords } from '@platform/words/agent-key';
import { attestedTermsWords, statementLines } from '@platform/words/attested';
import { decisionWords } from '@platform/words/decided';
import { directoryWords } from '@platform/words/directories';
import { documentKind } from '@platform/words/document';
import { cancellationWords, doubtWords, settlementWords } from '@platform/words/doubt';
import { duration } from '@platform/words/duration';
import { nameWords } from '@platform/words/names';
import { possibleDuplicateWords, sideBySide } from '@platform/words/possible-duplicate';
import { ruleRows } from '@platform/words/rule-rows';
import { inGroups } from '@platform/words/short';
import { actionPieces, pieceText } from '@platform/words/story';
import { table } from './text.ts';

type Row = readonly [label: string, text: string];

/** Says when a replaced key ends, and what of it stays valid. */
export function oldKeyWords({ not_after: end, compromised_at: lost }: KeyVersion, nowMs: number): string {
  if (lost !== null)
    return `The old key counts as stolen since ${lost} and has ended at once; what it signed before it was stolen stays valid.`;
  const leftMs = end === null ? 0 : requiredMs(end) - nowMs;
  return leftMs <= 0
    ? `The old key had ended at ${end}; what it signed until then stays valid.`
    : `The old key ends in ${duration(60 * Math.max(1, Math.round(leftMs / 60_000)))}, and what it signed stays valid.`;
}

/** A mandate in plain words. It shows all of it, because a person also signs what is not shown. */
export function mandateWords(mandate: Mandate, hash: string, manifest: PluginManifest | null): string {
  return `A mandate: what ${mandate.principal} lets the agent ${mandate.agent} do\n\n${table([
    ['mandate', mandate.contract_id],
    ...(mandate.name === undefined ? [] : [['name', mandate.name] as const]),
    ['deployment', mandate.deployment],
    ['tenant', mandate.tenant],
    ...agentKeyRows(mandate),
    ['profile', mandate.policy_version],
    ['allows', listed(mandate.scope)],
    ['forbids', listed(mandate.forbidden)],
    ...ruleRows(mandate.rules, manifest).map(({ label, words }): Row => [label, words]),
    [
      'limits',
      `${mandate.limits.use_count_max} uses in all; time to execute each: ${duration(mandate.limits.runtime_max_s)}`,
    ],
    ['approval', approvalText(mandate)],
    ['valid', `${mandate.valid_from} to ${mandate.valid_to}`],
    ['hash', hash],
  ])}\n`;
}

function agentKeyRows({ agent_key: key }: Mandate): Row[] {
  if (key === undefined) return [];
  return [
    ['agent’s key', agentKeyWords(key)],
    ['fingerprint', agentKeyOf(nodeCrypto, { agent_key: key }) ?? ''],
  ];
}

/** An agent’s token in plain words. It says all of the token but its secret. */
export function agentTokenWords(token: AgentToken, hash: string): string {
  return `A token: with it, the agent ${token.agent} acts for ${token.principal}\n\n${table([
    ['token', token.token_id],
    ['name', token.name],
    ['deployment', token.deployment],
    ['tenant', token.tenant],
    ['mandates', token.contracts.join('\n')],
    ['good', `${token.made_at} to ${token.expires_at}`],
    ['hash', hash],
  ])}\n`;
}

const ASSURANCES = { signature: 'any enrolled key', hardware: 'a hardware key' } as const;

function approvalText({ approval }: Mandate): string {
  const routes = approval.routes ?? [];
  if (routes.length === 0) return 'nobody, so requests that need approval are denied';
  return routes
    .map(
      ({ approver_type, approvers, approvals_needed: needed = 1, wait_s, assurance, notify }) =>
        `by ${needed === 1 ? '' : `${needed} different people of `}${approvers.join(' or ')} (${approver_type}), within ${duration(wait_s)}, with ${ASSURANCES[assurance]}${notify.length === 0 ? '' : `, asked through ${notify.join(', ')}`}`,
    )
    .join('\n');
}

function actionRows(action: Action, hash: string): Row[] {
  return [
    ['grant', action.grant_id],
    ['agent', action.agent],
    ['does', action.facade],
    ...Object.entries(action.params).map(([name, value]): Row => [name, String(value)]),
    ['mandate', `${action.contract_id}, ${action.policy_version}`],
    ['tenant', action.tenant],
    ['deployment', action.deployment],
    ...(action.reason === undefined ? [] : [['its reason', `“${action.reason}”`] as const]),
    ...(action.documents ?? []).map(
      (document): Row => ['attached', `${document.name} (${documentKind(document)}), ${document.sha256}`],
    ),
    ...statementLines(action.statements).map((line): Row => ['said of it', line]),
    ['proposed', action.proposed_at],
    ['unique by', action.idempotency_key],
    ['hash', hash],
  ];
}

/**
 * The facade’s own sentence with its params; without one, only the facade’s name, because every param follows
 * in its row.
 */
function sentence({ agent, facade, params }: Action, manifest: PluginManifest | null): string {
  const hasSentence = manifest?.facades.some(
    ({ name, sentence: own }) => name === facade && own !== undefined,
  );
  const words = hasSentence ? pieceText(actionPieces({ facade, params }, manifest)) : `do ${facade}`;
  return `An action: the agent ${agent} wants to ${words}`;
}

/** One action in a sentence, then all of its parameters and what became of it. */
export function grantWords(
  record: GrantRecord,
  manifest: PluginManifest | null,
  earlier: GrantRecord | null = null,
): string {
  const { grant, decision, status, approval, ending, in_doubt: doubt, settlement, cancellation } = record;
  return `${sentence(record.action, manifest)}\n\n${table([
    ...actionRows(record.action, record.action_hash),
    ['status', status],
    ['decision', `${decision.outcome} (${decision.reason}): ${decisionWords(decision)}`],
    ...(approval === null
      ? []
      : [['approved', `by ${approval.signature.kid} at ${approval.approved_at}`] as const]),
    ...(ending === null ? [] : [['ended', ending.detail] as const]),
    ...duplicateRows(record, manifest, earlier),
    ...(grant.expires_at === null ? [] : [['expires', grant.expires_at] as const]),
    ...(cancellation === undefined ? [] : [['cancelled', cancellationWords(cancellation)] as const]),
    ...(doubt === undefined
      ? []
      : [
          ['in doubt', `${doubtWords(doubt)}\n${doubt.doubt.detail}`] as const,
          ['may have left', doubt.doubt.sent_at] as const,
        ]),
    ...(settlement === undefined ? [] : [['settlement', settlementWords(settlement)] as const]),
    ...(record.receipt_id === null ? [] : [['receipt', record.receipt_id] as const]),
  ])}\n`;
}

/** The grant that this one may repeat, and each value that differs. */
function duplicateRows(
  record: GrantRecord,
  manifest: PluginManifest | null,
  earlier: GrantRecord | null,
): readonly Row[] {
  const { possible_duplicate_of: found } = record.grant;
  if (found === undefined) return [];
  const rows = earlier === null ? [] : sideBySide(record, earlier, manifest);
  const differing = rows.filter(({ isCompared, now, earlier: before }) => !isCompared || now !== before);
  const lines = differing.map(({ label, now, earlier: before }) => `${label}: ${now}; earlier: ${before}`);
  return [['attention', [possibleDuplicateWords(found), ...lines].join('\n')]];
}

export function profileWords(
  profile: ProfileDraft | Profile,
  hash: string | null,
  manifest: PluginManifest | null,
  ends: string | null = null,
): string {
  return `A profile: company policy for ${profile.plugin}\n\n${table([
    ['profile', `${profile.name}@${profile.version}`],
    ['may allow', listed(profile.scope)],
    ...ruleRows(profile.rules, manifest).map(({ label, words }): Row => [label, words]),
    ...Object.entries(profile.directories ?? {}).map(
      ([list, terms]): Row => [nameWords(list), directoryWords(list, terms, manifest)],
    ),
    ...Object.entries(profile.attested ?? {}).map(
      ([rule, terms]): Row => [`${nameWords(rule)}: whose word counts`, attestedTermsWords(terms)],
    ),
    [
      'limits',
      `at most ${profile.limits.use_count_max} uses; time to execute each: ${duration(profile.limits.runtime_max_s)}; mandates valid for at most ${profile.limits.validity_max_days} days`,
    ],
    ['may be fetched', profile.market_data.map(addressWords).join('\n') || 'nothing'],
    ['receipts', `kept for ${profile.receipt_retention_days} days`],
    ...('published_by' in profile
      ? [
          ['deployment', profile.deployment] as const,
          ['plugin', `${profile.plugin}, manifest and connector: ${profile.plugin_hash}`] as const,
          ['acts on', actsOn(profile)] as const,
          ['published', `by ${profile.published_by} at ${profile.published_at}: ${profile.reason}`] as const,
          ...(profile.replaces === undefined ? [] : [['replaces', profile.replaces] as const]),
        ]
      : []),
    ...(ends === null ? [] : [['ends', ends] as const]),
    ...(hash === null ? [] : [['hash', hash] as const]),
  ])}\n`;
}

/** The enrolment before it is signed, or, with `signed`, one that the key signed itself. */
export function enrolmentWords(enrolment: Enrolment, hash: string, signed?: 'by itself'): string {
  const { kid, role, person, alg, fingerprint, independent } = enrolment;
  return `An enrolment: a key that may sign as ${role} for ${person ?? kid}\n\n${table([
    ['key', `${kid} (${alg})`],
    ['kept', keptText(enrolment, signed === undefined ? 'you' : 'its holder')],
    ['fingerprint', inGroups(fingerprint, 4)],
    ['deployment', enrolment.deployment],
    ...(enrolment.tenants === null ? [] : [['tenants', tenantsInWords(enrolment)] as const]),
    [
      'made',
      independent
        ? `elsewhere, so it is independent: compare the fingerprint with ${person ?? 'its holder'}`
        : 'here, so it is not independent: the operator of this machine could sign with it',
    ],
    [
      'valid',
      `from ${enrolment.not_before} ${enrolment.not_after === null ? 'on' : `to ${enrolment.not_after}`}`,
    ],
    ['hash', hash],
  ])}\n`;
}

/**
 * Says where the private key is, and on whose word. INVARIANT: of what a holder signed alone, only their word is told,
 * because nobody here checked it.
 */
function keptText(enrolment: Enrolment, signer: 'you' | 'its holder'): string {
  const { alg, webauthn, app_attest: app } = enrolment;
  const ground = hardwareGround(enrolment);
  const at = webauthn === undefined ? '' : `, for ${webauthn.origins.join(', ')}`;
  if (webauthn?.backup_eligible)
    return `in a passkey that may be copied to other devices: it does not count as hardware${at}`;
  const of =
    app === undefined ? '' : `, by the app ${app.app_id} (${app.environment}); that proves no person`;
  if (ground !== null && signer === 'its holder')
    return `in a device that verifies its holder, as its holder alone says: nobody checked it${at}`;
  if (ground === 'attestation') return `in a device, as its maker attested${at}${of}`;
  if (ground === 'seen')
    return `in a device that you saw, and that verifies its holder: you sign for it${at}`;
  return alg === 'webauthn' || alg === 'app-attest'
    ? `in a device that nobody vouches for: it does not count as hardware${at}${of}`
    : 'in a file, which can be copied';
}

/** Says that another process wrote the entry while this one asked. */
export function changedWords(kid: string): string {
  return `${kid} was changed meanwhile, and nothing was replaced: look at it with sanad keys list, and begin again.`;
}
