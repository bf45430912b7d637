import { capitalised } from '@common/base/english';
import type { Action } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { grouped } from '@platform/words/amounts';
import { statementLines } from '@platform/words/attested';
import { documentKind } from '@platform/words/document';
import { nameWords } from '@platform/words/names';
import { dayAndTime } from '@platform/words/when';
import { typedField } from './typed-field.ts';

/** One statement of an action: in words, and the members of the canonical text that make it. */
export interface ActionRow {
  readonly label: string;
  readonly words: string;
  readonly note: string;
  readonly members: readonly (readonly [name: string, value: unknown])[];
}

/** INVARIANT: every member of the action is in a row, because a person must not sign what they do not see. */
export function actionRows(action: Action, manifest: PluginManifest | null): readonly ActionRow[] {
  const spec = manifest?.facades.find(({ name }) => name === action.facade);
  const told = typedField(action, manifest)?.name;
  const params = Object.entries(action.params);
  const inOrder = [...params.filter(([name]) => name === told), ...params.filter(([name]) => name !== told)];
  const ofParams = inOrder.map(([name, value]): ActionRow => {
    const rule = spec !== undefined && Object.hasOwn(spec.params, name) ? spec.params[name] : undefined;
    return {
      label: capitalised(nameWords(name)),
      words: rule?.kind === 'amount' ? grouped(String(value)) : String(value),
      note: rule?.description ?? 'The plugin installed here does not explain it.',
      members: [[name, value]],
    };
  });
  const { type, deployment, grant_id, tenant, contract_id, contract_hash, policy_version } = action;
  const { agent, plugin, facade, idempotency_key, reason, documents, statements, proposed_at } = action;
  const row = (label: string, words: string, note: string, members: Readonly<Record<string, unknown>>) => ({
    label,
    words,
    note,
    members: Object.entries(members),
  });
  return [
    ...ofParams,
    row('Does', facade, spec?.description ?? '', { facade, plugin }),
    row('Asked by', agent, dayAndTime(proposed_at), { agent, proposed_at }),
    ...(reason === undefined
      ? []
      : [row('Its reason', `“${reason}”`, 'The agent’s own words: a claim, and no evidence.', { reason })]),
    ...(documents === undefined
      ? []
      : [
          row(
            'Attached',
            documents.map((document) => `${document.name} (${documentKind(document)})`).join('\n'),
            'Files of the agent, bound by their hashes.',
            { documents },
          ),
        ]),
    ...(statements === undefined
      ? []
      : [
          row(
            'Said of it',
            statementLines(statements).join('\n'),
            'Signed by its issuer. The rules judge whose word counts, and how old it may be.',
            { statements },
          ),
        ]),
    row('Mandate', contract_id, 'Bound by the hash of its text.', { contract_id, contract_hash }),
    row('Rules', policy_version, `For the tenant ${tenant}.`, { policy_version, tenant }),
    row('Only once', grant_id, 'These make it this request and no other.', {
      deployment,
      grant_id,
      idempotency_key,
      type,
    }),
  ];
}
