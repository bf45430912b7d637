import type { ReadReplica } from '@common/kit/sql/read-replica';
import type { RankingStore } from '../rankings/rankings.store.ts';
import type { FundStore, ScreenerStore } from './store.ts';

type Replica = Pick<ReadReplica<unknown>, 'read' | 'find' | 'saw'>;

/**
 * What answers read, from a replica; what they write goes to the primary.
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
  return {
    ...writesOf(primary, reads),
    funds: fundsOf(primary.funds, replica.funds, reads),
    generation: () => reads.read(replica.generation, primary.generation),
    findListing: find(replica.findListing, primary.findListing),
    listingsWithFacts: (...page) =>
      reads.read(
        () => replica.listingsWithFacts(...page),
        () => primary.listingsWithFacts(...page),
      ),
    countListings: () => reads.read(replica.countListings, primary.countListings),
    findableTickers: () => reads.read(replica.findableTickers, primary.findableTickers),
    facts: find(replica.facts, primary.facts),
    quotes: find(replica.quotes, primary.quotes),
    closes: find(replica.closes, primary.closes),
    latestScreening: find(replica.latestScreening, primary.latestScreening),
    screenings: find(replica.screenings, primary.screenings),
    // That the SEC was never asked, and that a setting has no value, are answers as well.
    factsCheckedAt: (cik) =>
      reads.read(
        () => replica.factsCheckedAt(cik),
        () => primary.factsCheckedAt(cik),
      ),
    setting: (name) =>
      reads.read(
        () => replica.setting(name),
        () => primary.setting(name),
      ),
    // What imports read in order to write.
    importedEntries: primary.importedEntries,
    importCounts: primary.importCounts,
    unreached: primary.unreached,
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
    read: (kind, limit) =>
      reads.find(
        () => replica.read(kind, limit),
        () => primary.read(kind, limit),
        isNothing,
      ),
  };
}

function fundsOf(primary: FundStore, replica: FundStore, reads: Replica): FundStore {
  const find = finderOf(reads);
  const wrote = writerOf(reads);
  return {
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
    securityNumbers: (numbers) =>
      reads.read(
        () => replica.securityNumbers(numbers),
        () => primary.securityNumbers(numbers),
      ),
    listingsOf: (symbols) =>
      reads.read(
        () => replica.listingsOf(symbols),
        () => primary.listingsOf(symbols),
      ),
    listingNames: () => reads.read(replica.listingNames, primary.listingNames),
    quotesOf: (symbols) =>
      reads.read(
        () => replica.quotesOf(symbols),
        () => primary.quotesOf(symbols),
      ),
    saveFundClasses: wrote(primary.saveFundClasses),
    saveFundReport: wrote(primary.saveFundReport),
    saveSecurityNumbers: wrote(primary.saveSecurityNumbers),
  };
}

function writesOf(primary: ScreenerStore, reads: Replica) {
  const wrote = writerOf(reads);
  return {
    saveCompanies: wrote(primary.saveCompanies),
    saveDetails: wrote(primary.saveDetails),
    saveTickers: wrote(primary.saveTickers),
    saveQuotes: wrote(primary.saveQuotes),
    saveImportBatch: wrote(primary.saveImportBatch),
    saveScreenings: wrote(primary.saveScreenings),
    replaceBackfill: wrote(primary.replaceBackfill),
    replaceBackfills: wrote(primary.replaceBackfills),
    saveFactsCheckedAt: wrote(primary.saveFactsCheckedAt),
    saveUnreached: primary.saveUnreached,
    saveSetting: wrote(primary.saveSetting),
  };
}

type Read<Given extends readonly unknown[], Value> = (...given: Given) => Promise<Value>;

function finderOf(reads: Replica) {
  return <Given extends readonly unknown[], Value>(
    onReplica: Read<Given, Value>,
    onPrimary: Read<Given, Value>,
  ): Read<Given, Value> =>
    (...given) =>
      reads.find(
        () => onReplica(...given),
        () => onPrimary(...given),
        isNothing,
      );
}

function writerOf({ saw }: Pick<Replica, 'saw'>) {
  return <Given extends readonly unknown[], Value>(write: Read<Given, Value>): Read<Given, Value> =>
    async (...given) => {
      const written = await write(...given);
      saw();
      return written;
    };
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
