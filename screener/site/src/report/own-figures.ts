import { add } from '@common/base/exact';
import { OWN_FIGURES, type OwnFigure, type OwnFigures } from '@screener/engine/own-figures';
import { words } from '../parts/language.ts';

/** The fields as typed. */
export type TypedFigures = Readonly<Record<OwnFigure, string>>;

interface ReadFigures {
  readonly figures: OwnFigures;
  /** Faults by field. */
  readonly errors: Readonly<Partial<Record<OwnFigure, string>>>;
}

/** Longer than any figure that is accepted. */
export const LONGEST_FIGURE = 40;
/** At most fifteen digits, which a number holds exactly. */
const FIGURE = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,3})?$/;
/** What something is divided by. */
const DIVISORS: readonly OwnFigure[] = ['total_assets', 'revenue', 'market_cap'];
const PARTS_OF_ASSETS: readonly OwnFigure[] = [
  'cash',
  'current_securities',
  'noncurrent_securities',
  'receivables',
];

/**
 * Reads what a reader entered. An empty field is no fault: that figure is not known.
 * @example readFigures({ ...NO_FIGURES, debt: '1,250.5' }) // { figures: { debt: 1250.5 }, errors: {} }
 */
export function readFigures(typed: TypedFigures): ReadFigures {
  const { own } = words().report;
  const figures: Partial<Record<OwnFigure, number>> = {};
  const errors: Partial<Record<OwnFigure, string>> = {};
  for (const name of OWN_FIGURES) {
    const text = typed[name].trim();
    if (text === '') continue;
    const value = Number(text.replaceAll(',', ''));
    if (!FIGURE.test(text)) errors[name] = own.writeAFigure;
    else if (value === 0 && DIVISORS.includes(name)) errors[name] = own.aboveZero;
    else figures[name] = value;
  }
  const parts = PARTS_OF_ASSETS.reduce((sum, name) => add(sum, figures[name] ?? 0), 0);
  if (figures.total_assets !== undefined && parts > figures.total_assets) {
    errors.total_assets = own.assetsTooFew;
  }
  return { figures, errors };
}

/** Picks the fields out of what an address carries. */
export function pickFigures(query: Readonly<Record<string, unknown>>): Partial<TypedFigures> {
  const fields = OWN_FIGURES.map((name) => [name, query[name]]).filter(
    ([, value]) => typeof value === 'string',
  );
  return Object.fromEntries(fields);
}

export const NO_FIGURES: TypedFigures = {
  cash: '',
  current_securities: '',
  noncurrent_securities: '',
  receivables: '',
  total_assets: '',
  debt: '',
  revenue: '',
  interest_income: '',
  market_cap: '',
};
