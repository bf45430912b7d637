import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { type Disclosure, matchDisclosures, sealMembers } from '@common/evidence/disclosure';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Check } from 'typebox/value';
import { Ack } from '../objects/counterparty.ts';
import { EntryProofs } from '../objects/directory.ts';
import { DecisionDetail } from '../objects/event.ts';
import { Action, ActionParam, type ActionSalts, GivenRejection, PolicyDecision } from '../objects/grant.ts';
import type { OpenReceipt, PlainReceipt, Receipt } from '../objects/receipt.ts';
import { SignedCancellation, SignedDoubt, SignedSettlement } from '../objects/settlement.ts';

type Members = Readonly<Record<string, unknown>>;

interface Form {
  /** Names of members, from the receipt down to the object. */
  readonly at: readonly string[];
  /** The schema of each member that can be withheld; or one schema for every member that there is. */
  readonly members: Readonly<Record<string, TSchema>> | typeof EVERY_PARAM;
}

const EVERY_PARAM = 'params';

/**
 * Where a receipt has commitments, and what they open to. INVARIANT: this list alone says what can be withheld. Whatever
 * would give a param away is in it: the idempotency key is a hash of payee, amount and reference without a salt.
 */
const FORMS: readonly Form[] = [
  { at: ['what', 'action', 'params'], members: EVERY_PARAM },
  {
    at: ['what', 'action'],
    members: {
      idempotency_key: Action.properties.idempotency_key,
      reason: Action.properties.reason,
      documents: Action.properties.documents,
      statements: Action.properties.statements,
    },
  },
  {
    at: ['why', 'decision'],
    members: { detail: PolicyDecision.properties.detail, values: PolicyDecision.properties.values },
  },
  { at: ['why'], members: { directories: EntryProofs } },
  { at: ['how', 'decision'], members: { detail: DecisionDetail } },
  {
    at: ['how'],
    members: {
      rejection: GivenRejection,
      cancellation: SignedCancellation,
      settlement: SignedSettlement,
      doubt: SignedDoubt,
      counterparty_ack: Ack,
    },
  },
];

/**
 * The schema of each value that can be withheld, by its place; `*` stands for any param.
 * @example Object.hasOwn(valueSchemas(), 'what.action.params.*') // true
 */
export function valueSchemas(): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(
    FORMS.flatMap((form): (readonly [string, TSchema])[] =>
      form.members === EVERY_PARAM
        ? [[placeOf(form, '*'), ActionParam]]
        : Object.entries(form.members).map(([name, schema]) => [placeOf(form, name), schema]),
    ),
  );
}

/** What stands for a text that is withheld, where a receipt always has one. */
export const WITHHELD = '(withheld)';

/** The same, by place; any other member is absent. */
const IN_PLACE_OF: Readonly<Record<string, unknown>> = {
  'what.action.idempotency_key': WITHHELD,
  'why.decision.detail': WITHHELD,
  'how.decision.detail': WITHHELD,
  'how.counterparty_ack': null,
};

const PARAMS = 'what.action.params.';

/**
 * What people call a place: a param by its name, anything else by its path, so that no two have one name.
 * @example nameOfPlace('what.action.params.amount') // 'amount'
 * @example nameOfPlace('why.directories') // 'why.directories'
 */
export function nameOfPlace(place: string): string {
  return place.startsWith(PARAMS) ? place.slice(PARAMS.length) : place;
}

/**
 * Whether it is the place of a param.
 * @example isParam('what.action.params.amount') // true
 */
export function isParam(place: string): boolean {
  return place.startsWith(PARAMS);
}

/**
 * The receipt’s values, each with the salt of its place, as they are hashed; and what opens them. INVARIANT: no two
 * places have one salt.
 */
export function sealValues<Body extends Pick<PlainReceipt, 'what' | 'why' | 'how'>>(
  crypto: Pick<Crypto, 'sha256'>,
  body: Body,
  saltOf: (place: string) => string,
): {
  readonly body: Omit<Body, 'what' | 'why' | 'how'> & Pick<Receipt, 'what' | 'why' | 'how'>;
  readonly disclosures: Disclosure[];
} {
  const disclosures: Disclosure[] = [];
  const sealed = FORMS.reduce<Members>((receipt, form) => {
    return changeAt(receipt, form.at, (members) => {
      const salts = namesIn(form, members).map((name) => [name, saltOf(placeOf(form, name))] as const);
      const part = sealMembers(crypto, members, Object.fromEntries(salts));
      disclosures.push(...part.disclosures);
      return part.sealed;
    });
  }, body);
  // The table and the schema say the same, which the test of every view shows.
  return { body: sealed as never, disclosures };
}

type OpenRefusal = 'disclosures_wrong' | 'value_invalid';

/**
 * The receipt with the values that its disclosures open. INVARIANT: the receipt has the form of the schema. Whatever
 * cannot be opened is named in `hidden`, so that nobody takes it for absent.
 */
export function openReceipt(
  crypto: Pick<Crypto, 'sha256'>,
  receipt: Receipt,
): Result<OpenReceipt, OpenRefusal> {
  const members = FORMS.flatMap((form) => {
    const object = form.at.reduce<Members>((value, step) => value[step] as Members, receipt);
    return namesIn(form, object).map((name) => ({
      ...(object[name] as { readonly _sd: string }),
      place: placeOf(form, name),
      name,
    }));
  });
  const matched = matchDisclosures(crypto, members, receipt.signatures.service?.disclosures ?? []);
  if (!matched.ok)
    return fail('disclosures_wrong', `signatures.service.disclosures: ${matched.error.message}`);
  const disclosed = matched.value;
  let wrong: string | null = null;
  const opened = FORMS.reduce<Members>(
    (whole, form) => {
      return changeAt(whole, form.at, (object) => {
        const values = { ...object };
        for (const name of namesIn(form, object)) {
          const place = placeOf(form, name);
          const disclosure = disclosed.get(place);
          if (disclosure === undefined) replace(values, name, IN_PLACE_OF[place]);
          else if (isOfSchema(schemaOf(form, name), disclosure[2])) values[name] = disclosure[2];
          else wrong ??= place;
        }
        return values;
      });
    },
    receipt as unknown as Members,
  );
  if (wrong !== null)
    return fail('value_invalid', `the value that is disclosed for ${wrong} is not of its form`);
  const hidden = members.flatMap(({ place }) => (disclosed.has(place) ? [] : [place]));
  return ok({ ...(opened as unknown as PlainReceipt), disclosed, hidden, document: receipt });
}

/** Whether every value of the receipt is there and is the one that was committed to, of which no hash of the receipt tells. */
export function isWhole(crypto: Pick<Crypto, 'sha256'>, receipt: Receipt): boolean {
  const opened = openReceipt(crypto, receipt);
  return opened.ok && opened.value.hidden.length === 0;
}

/** The salts of a whole receipt’s action, as they stand beside the action elsewhere. */
export function saltsOfAction({ disclosed }: OpenReceipt): ActionSalts {
  const salts: Record<string, unknown> = {};
  const params: Record<string, string> = {};
  for (const [place, [salt, name]] of disclosed) {
    if (isParam(place)) params[name] = salt;
    else if (place.startsWith('what.action.')) salts[name] = salt;
  }
  return { ...salts, params } as ActionSalts;
}

/** A member that is null or absent is so for everyone. */
function namesIn({ members }: Form, object: Members): readonly string[] {
  const names = members === EVERY_PARAM ? Object.keys(object) : Object.keys(members);
  return names.filter((name) => (object[name] ?? null) !== null);
}

function schemaOf({ members }: Form, name: string): TSchema {
  return members === EVERY_PARAM ? ActionParam : (members[name] ?? ActionParam);
}

function placeOf({ at }: Form, name: string): string {
  return `${at.join('.')}.${name}`;
}

function replace(object: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete object[name];
  else object[name] = value;
}

function changeAt(
  value: Members,
  [step, ...rest]: readonly string[],
  change: (members: Members) => Members,
): Members {
  if (step === undefined) return change(value);
  return { ...value, [step]: changeAt(value[step] as Members, rest, change) };
}

/** Compiling takes as long as so many checks without. A process that reads one receipt does not pay for it. */
const CHECKS_BEFORE_COMPILING = 10;
const checked = new Map<TSchema, { times: number; check: ((value: unknown) => boolean) | null }>();

function isOfSchema(schema: TSchema, value: unknown): boolean {
  const known = checked.get(schema) ?? { times: 0, check: null };
  checked.set(schema, known);
  known.times += 1;
  if (known.times <= CHECKS_BEFORE_COMPILING) return Check(schema, value);
  if (known.check === null) {
    const compiled = Compile(schema);
    known.check = (each) => compiled.Check(each);
  }
  return known.check(value);
}
