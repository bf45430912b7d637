import type { CalendarDate } from '@common/base/calendar';
import { COVER_PAGE_SHARES } from '@screener/engine/concepts/flows';
import type { CompanyFacts, Fact } from '@screener/engine/facts';
import { accessionsOf, selectAnchor } from '@screener/engine/selection/anchor';

interface DesignatedFacts {
  /** All that a screening at the date reads: the same company without the rest. */
  readonly company: CompanyFacts;
  /** The facts of the anchor's reports, from which a removal can matter. */
  readonly removable: readonly Fact[];
}

/** Leaves out what no screening at `asOf` reads, so that many screenings of fewer and fewer facts are quick. */
export function designatedFacts(company: CompanyFacts, asOf: CalendarDate): DesignatedFacts | null {
  const anchor = selectAnchor(company, asOf);
  if (!anchor.ok) return null;
  const accessions = accessionsOf(anchor.value);
  const removable = company.facts.filter((fact) => accessions.has(fact.accession));
  // Earlier share counts are held against the anchor’s.
  const facts = company.facts.filter(
    (fact) => accessions.has(fact.accession) || fact.tag === COVER_PAGE_SHARES,
  );
  return { company: { ...company, facts }, removable };
}
