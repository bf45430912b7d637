import { facadeOf } from '../decide/decide.ts';
import type { OpenReceipt } from '../objects/receipt.ts';

/** What an action was done by: the payee that it paid, or the account that it paid from. */
export interface ListedUse {
  readonly profile: string;
  /** The list, or the directory in its place. */
  readonly list: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The entries of its profile’s lists that an executed action was done by, by the fields that their rules compare. */
export function listedUses({ what, why }: Pick<OpenReceipt, 'what' | 'why'>): readonly ListedUse[] {
  const spec = what.outcome === 'executed' ? facadeOf(why.plugin.manifest, what.action) : undefined;
  const { params } = what.action;
  return (spec?.rules ?? []).flatMap((rule): ListedUse[] => {
    if (rule.kind !== 'allow_list' || !rule.fields.every((field) => Object.hasOwn(params, field))) return [];
    return [{ profile: why.profile.name, list: rule.name, values: listedValues(rule, params) }];
  });
}

/** The values of the fields that a list’s rule compares. */
export function listedValues(
  { fields }: { readonly fields: readonly string[] },
  values: Readonly<Record<string, unknown>>,
): ListedUse['values'] {
  return Object.fromEntries(fields.map((field) => [field, String(values[field] ?? '')]));
}
