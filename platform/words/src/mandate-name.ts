import type { Mandate } from '@platform/core/objects/mandate';
import { printable } from '@platform/core/verify/report-html';

type Named = Pick<Mandate, 'name' | 'profile' | 'contract_id'>;

/** What people call a mandate: the name that was signed with it, or else its plugin and the end of its id. */
export function mandateName({ name, profile, contract_id: id }: Named): string {
  return printable(name ?? `${profile.replace(/\.v\d+$/, '')}, …${id.slice(-4)}`);
}

/** The name, if one was signed, and the id, which tells two mandates of one name apart. */
export function mandateWithId({ name, contract_id: id }: Pick<Mandate, 'name' | 'contract_id'>): string {
  return name === undefined ? id : `${printable(name)}, ${id}`;
}
