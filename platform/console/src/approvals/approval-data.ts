import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { TypedField } from '../site/typed-field.ts';

/**
 * The data that the page gives its script: the authority’s unchanged answers, and the field that a person
 * must type.
 */
export interface ApprovalData {
  readonly id: string;
  readonly record: GrantRecord;
  readonly mandate: MandateRecord;
  readonly keys: KeySet;
  /** Null if the action has no such field: then only the command can approve it. */
  readonly typed: (TypedField & { readonly unit: string }) | null;
  /** What the action is called once it is done: `paid`. */
  readonly done: string;
  /** The person who reads, as they said: their keys are offered first. Null if they did not say. */
  readonly me: string | null;
  /** Whether the page has the forms that answer. */
  readonly mayAnswer: boolean;
}
