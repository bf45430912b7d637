import type { ScreenerStore } from '../../src/store/store.ts';
import { company, entry } from './records.ts';

export interface ImportPlan {
  readonly source: string;
  readonly ciks: readonly string[];
  /** One batch each. */
  readonly years: readonly string[];
}

/** Writes every batch of the plan, in its order. */
export async function importBatches(store: ScreenerStore, plan: ImportPlan): Promise<void> {
  for (const through of plan.years) {
    await store.saveImportBatch(
      plan.source,
      plan.ciks.map((cik) => entry(`${through} ${cik}`, company(cik, `${cik} ${through}`, through))),
    );
  }
}
