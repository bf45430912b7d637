import type { Action, GrantRecord } from '@platform/protocol/grant';
import type { KeySet } from '@platform/protocol/key-entry';
import type { MandateRecord } from '@platform/protocol/mandate';
import type { TypedField } from './typed-field.ts';

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
