import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from './repository.ts';

/** A report read by hand: see screener/conformance/vectors/golden. Amounts in the report's currency; null is "not filed". */
export interface Golden {
  readonly name: string;
  readonly ticker: string | null;
  readonly cik: number;
  readonly entity_name: string;
  /** The SEC's `companyfacts` file that the reader compared with the filing. */
  readonly file: string;
  readonly as_of: string;
  readonly anchor: GoldenAnchor | null;
  readonly values: GoldenValues | null;
}

interface GoldenAnchor {
  readonly period_end: string;
  readonly form: string;
  readonly accession: string;
  readonly filed: string;
  readonly currency: string;
}

interface GoldenValue {
  readonly value: number | null;
  readonly derivation?: { readonly value: number };
}

export interface GoldenParts extends GoldenValue {
  readonly parts: readonly { readonly value: number; readonly kind?: string }[];
  /** Where the filing leaves room: the hand reading's own ends. */
  readonly low?: number;
  readonly high?: number;
}

export interface GoldenFlow extends GoldenValue {
  readonly tag: string | null;
  readonly kind?: string;
  /** A part that is known where the whole is not. */
  readonly low?: { readonly value: number };
}

export interface GoldenValues {
  readonly total_assets: GoldenValue;
  readonly debt_tagged: GoldenParts;
  readonly debt_true_upper: GoldenValue;
  readonly cash: GoldenValue;
  readonly interest_bearing_current: GoldenParts;
  readonly interest_bearing_noncurrent: GoldenParts;
  readonly receivables: GoldenParts;
  readonly revenue_ttm: GoldenFlow;
  readonly interest_income_ttm: GoldenFlow;
  readonly shares_outstanding: GoldenValue;
}

export function goldens(): readonly Golden[] {
  const folder = fromRoot('screener/conformance/vectors/golden');
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      ...(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Omit<Golden, 'name'>),
      name: file.replace(/\.json$/, ''),
    }));
}
