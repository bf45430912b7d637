import type { ReadReplica } from '@common/kit/sql/read-replica';
import type { RankingStore } from '../rankings/rankings.store.ts';
import type { FundStore, ScreenerStore } from '../store/store.ts';

type Replica = Pick<ReadReplica<unknown>, 'read' | 'find' | 'saw'>;

/**
 * What answers read, from a replica; everything else, and what is written, from the primary.
 * INVARIANT: that a company, its facts, its closes or its history are not there is said by the primary alone, since the
 * replica may not have got them yet. For work that reads in order to write (imports, alerts, rankings) it is the wrong
 * store: that reads the primary.
 */
export function createReplicaStore(
  primary: ScreenerStore,
  replica: ScreenerStore,
  reads: Replica,
): ScreenerStore {
  const find = finderOf(reads);
  const read = readerOf(reads);
  return {
    ...primary,
    funds: fundsOf(primary.funds, replica.funds, reads),
    generation: read(replica.generation, primary.generation),
    findListing: find(replica.findListing, primary.findListing),
    listingsWithFacts: read(replica.listingsWithFacts, primary.listingsWithFacts),
    countListings: read(replica.countListings, primary.countListings),
    findableTickers: read(replica.findableTickers, primary.findableTickers),
    facts: find(replica.facts, primary.facts),
    quotes: find(replica.quotes, primary.quotes),
    closes: find(replica.closes, primary.closes),
    latestScreening: find(replica.latestScreening, primary.latestScreening),
    screenings: find(replica.screenings, primary.screenings),
    // That the SEC was never asked, and that a setting has no value, are answers as well.
    factsCheckedAt: read(replica.factsCheckedAt, primary.factsCheckedAt),
    setting: read(replica.setting, primary.setting),
  };
}

/** The ranking is read from the replica; runs are the primary's. */
export function createReplicaRankings(
  primary: RankingStore,
  replica: RankingStore,
  reads: Replica,
): RankingStore {
  return {
    ...primary,
    read: finderOf(reads)(replica.read, primary.read),
  };
}

function fundsOf(primary: FundStore, replica: FundStore, reads: Replica): FundStore {
  const find = finderOf(reads);
  const read = readerOf(reads);
  return {
    ...primary,
    findFund: find(replica.findFund, primary.findFund),
    newestFundReport: find(replica.newestFundReport, primary.newestFundReport),
    factsOf: async (ciks) => {
      const found = await reads.read(
        () => replica.factsOf(ciks),
        () => primary.factsOf(ciks),
      );
      const missing = ciks.filter((cik) => !found.has(cik));
      if (missing.length === 0) return found;
      const added = await primary.factsOf(missing);
      if (added.size > 0) reads.saw();
      return new Map([...found, ...added]);
    },
    securityNumbers: read(replica.securityNumbers, primary.securityNumbers),
    listingsOf: read(replica.listingsOf, primary.listingsOf),
    listingNames: read(replica.listingNames, primary.listingNames),
    quotesOf: read(replica.quotesOf, primary.quotesOf),
  };
}

type StoreRead<Args extends readonly unknown[], Value> = (...given: Args) => Promise<Value>;

function finderOf(reads: Replica) {
  return <Args extends readonly unknown[], Value>(
    onReplica: StoreRead<Args, Value>,
    onPrimary: StoreRead<Args, Value>,
  ): StoreRead<Args, Value> =>
    (...given) =>
      reads.find(
        () => onReplica(...given),
        () => onPrimary(...given),
        isNothing,
      );
}

function readerOf(reads: Replica) {
  return <Args extends readonly unknown[], Value>(
    onReplica: StoreRead<Args, Value>,
    onPrimary: StoreRead<Args, Value>,
  ): StoreRead<Args, Value> =>
    (...given) =>
      reads.read(
        () => onReplica(...given),
        () => onPrimary(...given),
      );
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
