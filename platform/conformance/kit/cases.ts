import { ALONE } from './cases/alone.ts';
import type { KitCase } from './cases/case.ts';
import { CHECKPOINTS, type LogCase } from './cases/checkpoints.ts';
import { COUNTERPARTY } from './cases/counterparty.ts';
import { DEVICES } from './cases/devices.ts';
import { DIRECTORIES } from './cases/directories.ts';
import { DISPUTES, type DisputeCase } from './cases/disputes.ts';
import { ENDINGS } from './cases/endings.ts';
import { FORM } from './cases/form.ts';
import { KEYS } from './cases/keys.ts';
import { LOG } from './cases/log.ts';
import { MANDATES } from './cases/mandates.ts';
import { PEOPLE } from './cases/people.ts';
import { PUBLISHED } from './cases/published.ts';
import { STATEMENTS } from './cases/statements.ts';
import { STATUS } from './cases/status.ts';
import { TAMPERED } from './cases/tampered.ts';
import { VIEWS } from './cases/views.ts';

const GROUPS: Readonly<Record<string, readonly KitCase[]>> = {
  published: PUBLISHED,
  form: FORM,
  tampered: TAMPERED,
  mandates: MANDATES,
  people: PEOPLE,
  devices: DEVICES,
  keys: KEYS,
  endings: ENDINGS,
  statements: STATEMENTS,
  directories: DIRECTORIES,
  counterparty: COUNTERPARTY,
  log: LOG,
  status: STATUS,
  alone: ALONE,
  views: VIEWS,
};

/** All cases by their ids, `<group>/<name>`. INVARIANT: each is the same, byte for byte, whenever it is made. */
export const CASES: ReadonlyMap<string, KitCase> = new Map(
  Object.entries(GROUPS).flatMap(([group, cases]) =>
    cases.map((one) => [`${group}/${slugOf(one.name)}`, one] as const),
  ),
);

/** Disputes, which a judge answers and not a verifier. INVARIANT: as of `CASES`. */
export const DISPUTE_CASES: ReadonlyMap<string, DisputeCase> = new Map(
  DISPUTES.map((one) => [`disputes/${slugOf(one.name)}`, one] as const),
);

/** Proofs of the log beside a receipt. INVARIANT: as of `CASES`. */
export const LOG_CASES: ReadonlyMap<string, LogCase> = new Map(
  CHECKPOINTS.map((one) => [`checkpoints/${slugOf(one.name)}`, one] as const),
);

/** For the test that no two cases of a group have one name. */
export const CASE_COUNT: number = Object.values(GROUPS).flat().length + DISPUTES.length + CHECKPOINTS.length;

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
