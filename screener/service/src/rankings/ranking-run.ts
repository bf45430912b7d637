import type { Threads } from '@common/kit/threads';
import type { DataSource } from '../store/store.ts';
import { DATA_SOURCE, type ScreenDeps } from '../use-cases/screen-ticker.ts';
import type { RankingStore } from './rankings.store.ts';

export interface RebuildDeps extends Pick<ScreenDeps, 'store' | 'live' | 'options' | 'clock' | 'fundMemo'> {
  readonly rankings: RankingStore;
  readonly randomBytes: (size: number) => Uint8Array;
  /** How long other runs must wait after a run was killed. A live run renews its lease with every page. */
  readonly leaseMs: number;
  /** What screens; null for this thread. */
  readonly threads?: Threads | null;
}

interface RebuildProgress {
  /** The number of listings screened so far. */
  readonly done: number;
  /** The symbol of the last listing screened. */
  readonly symbol: string;
}

export interface RebuildControl {
  /** Called after each page. */
  readonly onProgress: (progress: RebuildProgress) => void;
  /** Stops the run between two companies; the earlier ranking stays. */
  readonly signal: AbortSignal;
}

export interface Run {
  readonly token: string;
  readonly control: RebuildControl;
}

/** Returns the same source as `GET /v1/screen` for stored facts. In live mode the present is today. */
export async function sourceOf({ store, live }: Pick<RebuildDeps, 'store' | 'live'>): Promise<DataSource> {
  if (live !== null) return 'sec_live';
  return (await store.setting(DATA_SOURCE)) === 'sec_bulk' ? 'sec_bulk' : 'snapshot';
}
