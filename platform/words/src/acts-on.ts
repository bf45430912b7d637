import type { Profile } from '@platform/core/objects/profile';

/** Whom a profile acts on, and what of it is acknowledged, for the person who signs it: a line for each operation. */
export function actsOn({
  counterparty: { kid, adapter, operations },
}: Pick<Profile, 'counterparty'>): string {
  const how =
    adapter === undefined
      ? 'which it acknowledges with its key'
      : `which it acknowledges as an adapter: the own signature of ${adapter.provider} is in no receipt`;
  return operations
    .map(
      ({ facade, operation, acknowledged }) =>
        `${kid}: ${facade} by its operation ${operation}, ${acknowledged ? how : 'not acknowledged'}`,
    )
    .join('\n');
}
