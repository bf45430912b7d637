import type { Action, GrantRecord } from '@platform/protocol/grant';
import type { Enrolment } from '@platform/protocol/key-entry';
import type { Mandate } from '@platform/protocol/mandate';
import type { Profile, ProfileDraft } from '@platform/protocol/profile';
import { duration, table } from './text.ts';

type Row = readonly [label: string, text: string];

/** A mandate in plain words: all of it, because what is not shown is signed as well. */
export function mandateWords(mandate: Mandate, hash: string): string {
  return `A mandate: what ${mandate.principal} lets the agent ${mandate.agent} do\n\n${table([
    ['mandate', mandate.contract_id],
    ['tenant', mandate.tenant],
    ['profile', mandate.policy_version],
    ['allows', listed(mandate.scope)],
    ['forbids', listed(mandate.forbidden)],
    ...ruleRows(mandate.rules),
    [
      'limits',
      `${mandate.limits.use_count_max} uses in total; each carried out within ${duration(mandate.limits.runtime_max_s)}`,
    ],
    ['approval', approvalText(mandate)],
    ['valid', `${mandate.valid_from} to ${mandate.valid_to}`],
    ['hash', hash],
  ])}\n`;
}

const ASSURANCES = { signature: 'any enrolled key', hardware: 'a hardware key' } as const;

function approvalText({ approval }: Mandate): string {
  const routes = approval.routes ?? [];
  if (routes.length === 0) return 'nobody is named: what needs approval is not done';
  return routes
    .map(
      ({ approver_type, approvers, wait_s, assurance, notify }) =>
        `by ${approvers.join(' or ')} (${approver_type}), within ${duration(wait_s)}, with ${ASSURANCES[assurance]}${notify.length === 0 ? '' : `, asked through ${notify.join(', ')}`}`,
    )
    .join('\n');
}

/** A mandate's rules, or a profile's bounds. */
function ruleRows(rules: ProfileDraft['rules']): readonly Row[] {
  const unit = rules.currency === undefined ? '' : ` ${rules.currency}`;
  const rows: [string, string | undefined][] = [
    ['amount', rules.amount_max && `at most ${rules.amount_max}${unit} per transfer`],
    ['daily', rules.daily_max && `at most ${rules.daily_max}${unit} per day`],
    ['threshold', rules.threshold && `above ${rules.threshold}${unit} a person must approve`],
    ['sensitivity', rules.max_sensitivity && `at most ${rules.max_sensitivity}`],
    ['', rules.approval_sensitivity && `${rules.approval_sensitivity} or above: a person must approve`],
    ['purposes', rules.purposes && listed(rules.purposes)],
    [
      'payees',
      rules.beneficiaries
        ?.map((payee) => `${payee.beneficiary_id}: account ${payee.to_account}, ${payee.currency}`)
        .join('\n'),
    ],
    ['recipients', rules.recipients?.map(({ recipient_id }) => recipient_id).join(', ')],
    ['releases', rules.releases_per_day === undefined ? undefined : `${rules.releases_per_day} per day`],
  ];
  return rows.flatMap(([label, text]) => (text === undefined || text === '' ? [] : [[label, text] as const]));
}

function actionRows(action: Action, hash: string): Row[] {
  return [
    ['grant', action.grant_id],
    ['agent', action.agent],
    ['does', action.facade],
    ...Object.entries(action.params).map(([name, value]): Row => [name, String(value)]),
    ['mandate', `${action.contract_id}, ${action.policy_version}`],
    ['tenant', action.tenant],
    ['proposed', action.proposed_at],
    ['unique by', action.idempotency_key],
    ['hash', hash],
  ];
}

function sentence({ agent, facade, params }: Action): string {
  const { amount, currency, beneficiary_id, to_account, record_id, recipient_id, purpose, sensitivity } =
    params;
  const words =
    facade === 'bank.executeTransfer'
      ? `pay ${amount} ${currency} to ${beneficiary_id}, account ${to_account}`
      : facade === 'records.release'
        ? `release record ${record_id} (${sensitivity}) to ${recipient_id} for ${purpose}`
        : `do ${facade}`;
  return `An action: the agent ${agent} wants to ${words}`.replaceAll(/\p{C}/gu, ' ');
}

/** One action in a sentence, then every parameter of it and what became of it. */
export function grantWords(record: GrantRecord): string {
  const { grant, decision, status, approval } = record;
  return `${sentence(record.action)}\n\n${table([
    ...actionRows(record.action, record.action_hash),
    ['status', status],
    ['decision', `${decision.outcome}: ${decision.reason}. ${decision.detail}`],
    ...(approval === null
      ? []
      : [['approved', `by ${approval.signature.kid} at ${approval.approved_at}`] as const]),
    ...(grant.expires_at === null ? [] : [['expires', grant.expires_at] as const]),
    ...(record.receipt_id === null ? [] : [['receipt', record.receipt_id] as const]),
  ])}\n`;
}

export function profileWords(profile: ProfileDraft | Profile, hash: string | null): string {
  return `A profile: the bounds of every mandate of ${profile.plugin}\n\n${table([
    ['profile', `${profile.name}@${profile.version}`],
    ['may allow', listed(profile.scope)],
    ...ruleRows(profile.rules),
    [
      'limits',
      `${profile.limits.use_count_max} uses; ${duration(profile.limits.runtime_max_s)} to carry out; mandates valid for at most ${profile.limits.validity_max_days} days`,
    ],
    ['market data', profile.market_data.length === 0 ? 'none' : profile.market_data.join('\n')],
    ['receipts', `kept for ${profile.receipt_retention_days} days`],
    ...('published_by' in profile
      ? [['published', `by ${profile.published_by} at ${profile.published_at}: ${profile.reason}`] as const]
      : []),
    ...(hash === null ? [] : [['hash', hash] as const]),
  ])}\n`;
}

export function enrolmentWords(enrolment: Enrolment, hash: string): string {
  const { kid, role, person, alg, fingerprint, hardware } = enrolment;
  return `An enrolment: a key that may sign as ${role} for ${person}\n\n${table([
    ['key', `${kid} (${alg}, ${hardware ? 'hardware' : 'key file'})`],
    ['fingerprint', fingerprint],
    [
      'valid',
      `from ${enrolment.not_before} ${enrolment.not_after === null ? 'on' : `to ${enrolment.not_after}`}`,
    ],
    ['hash', hash],
  ])}\n`;
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'nothing' : words.join(', ');
}
