import * as assets from './assets.ts';
import * as flows from './flows.ts';
import * as liabilities from './liabilities.ts';
import { type Term, tagsOf } from './term.ts';

/** Every qualified tag that any chain reads: what a reader of `companyfacts` keeps. */
export const SCREENED_TAGS: ReadonlySet<string> = new Set([
  ...[assets, liabilities].flatMap((chains) => Object.values(chains).flatMap(tagsOfChain)),
  ...Object.values(flows).flatMap(tagsOfChain),
]);

function tagsOfChain(chain: Term | readonly Term[]): readonly string[] {
  return Array.isArray(chain) ? chain.flatMap(tagsOf) : tagsOf(chain as Term);
}
