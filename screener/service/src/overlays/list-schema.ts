import { isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { normaliseName } from '@screener/engine/names/normalise-name';
import {
  isTooShort,
  type ListedEntity,
  type OfficialList,
  overlayOf,
} from '@screener/engine/overlays/official-list';
import { isWellFormedTicker, normaliseTicker } from '@screener/sources/company-tickers';
import { type TProperties, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

export type ListRefusal = 'list_refused';

/** The longest published lists have several hundred entries. */
const MOST_ENTRIES = 20_000;

const closed = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Text = Type.String({ minLength: 1, maxLength: 500 });
const Texts = Type.Array(Text, { maxItems: 50 });
const DateOrMonth = Type.String({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' });

/** The form of the files in screener/data/lists; see `OfficialList`. */
const ListFile = Compile(
  closed({
    id: Type.String({ pattern: '^[a-z][a-z0-9_]{1,60}$' }),
    list_name: Text,
    publisher: Text,
    source_url: Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 500 }),
    list_date: DateOrMonth,
    status: Type.Enum(['in_force', 'enjoined']),
    status_since: nullable(DateOrMonth),
    completeness: Type.Enum(['complete', 'partial']),
    tickers_as_of: nullable(DateOrMonth),
    entries: Type.Array(
      closed({
        name: Text,
        aliases: Texts,
        former_names: Texts,
        tickers: Type.Array(
          closed({
            ticker: Text,
            cik: nullable(Type.String({ pattern: '^\\d{10}$' })),
            sec_name: nullable(Text),
            listed_as: Text,
          }),
          { maxItems: 50 },
        ),
        sublist: Texts,
        parent: nullable(Text),
        includes: nullable(Text),
      }),
      { minItems: 1, maxItems: MOST_ENTRIES },
    ),
  }),
);

/**
 * Accepts a file's content as a list, or says what is wrong and in which entry. `file` is the file's name.
 */
export function checkList(value: unknown, file: string): Result<OfficialList, ListRefusal> {
  if (!ListFile.Check(value)) {
    const [fault] = ListFile.Errors(value);
    return refuse(file, `${placeOf(fault?.instancePath ?? '', value)} ${fault?.message ?? ''}`);
  }
  const list: OfficialList = value;
  if (overlayOf(list.id) === null) {
    return refuse(file, `id ${list.id} belongs to no overlay: it must be dod_1260h, uflpa or state_<which>`);
  }
  for (const name of ['list_date', 'status_since', 'tickers_as_of'] as const) {
    const date = list[name];
    if (date !== null && !isDateOrMonth(date)) return refuse(file, `${name} ${date} is not an existing date`);
  }
  const owners = new Map<string, string>();
  for (const [index, entity] of list.entries.entries()) {
    const fault = faultOf(entity, list, owners);
    if (fault !== null) return refuse(file, `entry ${index + 1} (${entity.name}): ${fault}`);
  }
  return ok(list);
}

function faultOf(entity: ListedEntity, list: OfficialList, owners: Map<string, string>): string | null {
  const names = [entity.name, ...entity.aliases, ...entity.former_names];
  for (const name of names) if (normaliseName(name) === '') return `${JSON.stringify(name)} names nobody`;
  for (const { ticker, cik, sec_name, listed_as } of entity.tickers) {
    if (ticker !== normaliseTicker(ticker) || !isWellFormedTicker(ticker)) {
      return `${JSON.stringify(ticker)} is not a ticker in the SEC’s spelling`;
    }
    const owner = owners.get(ticker);
    if (owner !== undefined) return `ticker ${ticker} also belongs to ${owner}`;
    owners.set(ticker, entity.name);
    if (!names.includes(listed_as)) return `ticker ${ticker}: ${listed_as} is not one of its names`;
    if ((sec_name === null) !== (cik === null)) return `ticker ${ticker} has only one of cik and sec_name`;
    if (sec_name === null) continue;
    if (list.tickers_as_of === null) return `ticker ${ticker} comes from a list of tickers without a date`;
    const key = normaliseName(listed_as);
    // INVARIANT: a ticker is matched by an exact name, like a company.
    if (key !== normaliseName(sec_name) || isTooShort(key)) {
      return `ticker ${ticker}: the SEC’s ${sec_name} and the list’s ${listed_as} are not the same name`;
    }
  }
  return null;
}

/** Puts a path such as `/entries/3/tickers/0/cik` into words for a reader of the list. */
function placeOf(path: string, value: unknown): string {
  const [, index] = /^\/entries\/(\d+)/.exec(path) ?? [];
  if (index === undefined) return path === '' ? 'it' : path.slice(1);
  const entries: unknown = Reflect.get(Object(value), 'entries');
  const name: unknown = Reflect.get(Object(Array.isArray(entries) ? entries[Number(index)] : null), 'name');
  const member = path.split('/').slice(3).join('.');
  return `entry ${Number(index) + 1} (${typeof name === 'string' ? name : 'without a name'}) ${member}`.trim();
}

function isDateOrMonth(text: string): boolean {
  return isCalendarDate(text.length === 7 ? `${text}-01` : text);
}

export function refuse(file: string, message: string): Result<never, ListRefusal> {
  return fail('list_refused', `${file}: ${message.trim()}.`);
}
