import type { Action, GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { TypedField } from '../site/typed-field.ts';

/** What the page gives its script: the authority’s answers, as they came, and what is to be typed. */
export interface ApprovalData {
  readonly id: string;
  readonly record: GrantRecord;
  readonly mandate: MandateRecord;
  readonly keys: KeySet;
  /** Null if the action has nothing to type: then only the command approves it. */
  readonly typed: (TypedField & { readonly unit: string }) | null;
}

/** The action’s currency, if it has one: beside an amount. */
export function unitOf({ params }: Pick<Action, 'params'>): string {
  const { currency } = params;
  return typeof currency === 'string' ? currency : '';
}
