import type { Evidence } from './answer.ts';
import { type CaseFile, isYear, type ScreenedCase } from './case-file.ts';
import { addMonths } from './dates.ts';
import { idsOf } from './expression.ts';
import { ANCHOR_AGE_LIMIT_MONTHS } from './published-rules.ts';
import { roleOf } from './published-tags.ts';

const PERIODIC_FORM = /^(10-K|10-KT|10-Q|10-QT|20-F|40-F|6-K)(\/A)?$/;
const ACCESSION = /^\d{10}-(\d{2})-\d{6}$/;
const ID = /^f\d+$/;
const SEC_ARCHIVE = 'https://www.sec.gov/Archives/edgar/data/';

/** Audits the filings: each is well formed, for the right period, and known at the screening date. */
export function auditEvidence(caseFile: CaseFile): void {
  const { answer, audit } = caseFile;
  const used = usedIds(caseFile);
  const seen = new Set<string>();
  answer.evidence.forEach((entry, index) => {
    const path = `evidence[${index}]`;
    audit.holds(`${path}.id`, entry.id, ID.test(entry.id), '“f” and a number');
    audit.holds(`${path}.id`, entry.id, !seen.has(entry.id), 'an id stands for only one figure');
    audit.holds(`${path}.id`, entry.id, used.has(entry.id), 'nothing in the answer rests on this figure');
    seen.add(entry.id);
    auditFiling(caseFile, path, entry);
    auditTag(caseFile, path, entry);
    entry.superseded.forEach((other, at) => {
      const place = `${path}.superseded[${at}]`;
      const apart = ACCESSION.test(other.accession) && other.accession !== entry.accession;
      audit.holds(`${place}.accession`, other.accession, apart, 'another filing’s accession number');
      audit.holds(`${place}.value`, other.value, other.value !== entry.value, 'a value that differs');
    });
  });
  auditAccessionsAgree(caseFile);
}

/** Audits the report at whose period end all balances are taken. */
export function auditAnchor(caseFile: ScreenedCase): void {
  const { anchor, answer, audit } = caseFile;
  auditFiling(caseFile, 'anchor', anchor);
  const oldest = addMonths(anchor.period_end, ANCHOR_AGE_LIMIT_MONTHS) >= answer.as_of;
  const rule = `at most ${ANCHOR_AGE_LIMIT_MONTHS} months before ${answer.as_of}`;
  audit.holds('anchor.period_end', anchor.period_end, oldest, rule);
  audit.holds(
    'anchor.period_end',
    anchor.period_end,
    anchor.period_end <= anchor.filed,
    `not after ${anchor.filed}, when it was filed`,
  );
}

function usedIds({ answer }: CaseFile): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { low_from: low, high_from: high } of Object.values(answer.amounts)) {
    for (const id of [...idsOf(low), ...(high === null ? [] : idsOf(high))]) ids.add(id);
  }
  if (answer.purification.income_from !== null) {
    for (const id of idsOf(answer.purification.income_from)) ids.add(id);
  }
  if (answer.purification.shares_evidence !== null) ids.add(answer.purification.shares_evidence);
  for (const id of answer.purification.share_basis?.splits ?? []) ids.add(id);
  // These are for information only; see audit-approximations.ts.
  for (const { xbrl_tag: tag, id } of answer.evidence) {
    if (roleOf(tag)?.name === 'finance_leases') ids.add(id);
  }
  const gap = answer.approximations.find((entry) => entry.id === 'market_cap_differs_from_cover_page_shares');
  const shares = /\((f\d+)\)/.exec(gap?.message ?? '')?.[1];
  if (shares !== undefined) ids.add(shares);
  return ids;
}

type Filing = Pick<Evidence, 'accession' | 'form' | 'filed' | 'source_url'>;

function auditFiling({ answer, audit }: CaseFile, path: string, filing: Filing): void {
  const { accession, form, filed, source_url: url } = filing;
  const [, year] = ACCESSION.exec(accession) ?? [];
  audit.holds(
    `${path}.accession`,
    accession,
    year !== undefined,
    'ten, two and six digits: 0000320193-26-000006',
  );
  audit.holds(`${path}.form`, form, PERIODIC_FORM.test(form), 'the form of a periodic report');
  audit.holds(`${path}.filed`, filed, filed <= answer.as_of, `not after ${answer.as_of}: no look-ahead`);
  // An accession number assigned on New Year's Eve may be filed in January.
  const years = [Number(filed.slice(2, 4)), Number(filed.slice(2, 4)) - 1];
  audit.holds(`${path}.filed`, filed, years.includes(Number(year)), `the year of accession ${accession}`);
  const address = `${SEC_ARCHIVE}${Number(answer.cik)}/${accession.replaceAll('-', '')}/${accession}-index.htm`;
  audit.same(`${path}.source_url`, url, address);
  if (answer.facts_through !== null) {
    const rule = `not after facts_through, ${answer.facts_through}`;
    audit.holds(`${path}.filed`, filed, filed <= answer.facts_through, rule);
  }
}

function auditTag({ answer, audit }: CaseFile, path: string, entry: Evidence): void {
  const role = roleOf(entry.xbrl_tag);
  if (role === undefined) {
    audit.differs(`${path}.xbrl_tag`, entry.xbrl_tag, 'no published rule reads this tag');
    return;
  }
  audit.same(`${path}.concept`, entry.concept, role.concept);
  if (role.kind === 'ratio') {
    // Filers tag it with a day or a period, before the split or after it.
    audit.same(`${path}.unit`, entry.unit, 'pure');
    return;
  }
  const isFlow = role.kind === 'flow';
  const rule = isFlow ? 'a flow has a start' : 'a balance or a count has no start';
  audit.holds(`${path}.period_start`, entry.period_start, (entry.period_start !== null) === isFlow, rule);
  const { period_start: start, period_end: end, filed } = entry;
  audit.holds(`${path}.period_end`, end, end <= filed, `not after ${filed}, when it was filed`);
  if (start !== null) audit.holds(`${path}.period_start`, start, start < end, `before ${end}`);
  const isCount = role.kind === 'cover' || role.kind === 'count';
  audit.same(`${path}.unit`, entry.unit, isCount ? 'shares' : currencyOf(answer));
}

function currencyOf(answer: CaseFile['answer']): string | null {
  return Object.values(answer.amounts)[0]?.unit ?? null;
}

/** Checks that each accession number is one filing, with one form and one date. */
function auditAccessionsAgree({ answer, audit }: CaseFile): void {
  const filings = new Map<string, Pick<Evidence, 'form' | 'filed'>>();
  if (answer.anchor !== null) filings.set(answer.anchor.accession, answer.anchor);
  answer.evidence.forEach(({ accession, form, filed }, index) => {
    const known = filings.get(accession) ?? { form, filed };
    filings.set(accession, known);
    audit.same(`evidence[${index}].form`, form, known.form);
    audit.same(`evidence[${index}].filed`, filed, known.filed);
  });
}

/**
 * Checks that balances come from one report: the anchor's or, for the yield on a year's balances, that of a
 * year before. Share counts come from the anchor's report.
 */
export function auditBalanceDates(caseFile: ScreenedCase): void {
  const { anchor, answer, audit } = caseFile;
  const yearBefore = yearBeforeIds(caseFile);
  const accessionsBefore = new Set<string>();
  answer.evidence.forEach((entry, index) => {
    const kind = roleOf(entry.xbrl_tag)?.kind;
    const path = `evidence[${index}]`;
    if (kind === undefined || kind === 'flow') return;
    if (!yearBefore.has(entry.id)) {
      audit.same(`${path}.accession`, entry.accession, anchor.accession);
      if (kind === 'balance') audit.same(`${path}.period_end`, entry.period_end, anchor.period_end);
      return;
    }
    accessionsBefore.add(entry.accession);
    const rule = `a year before ${anchor.period_end}`;
    audit.holds(`${path}.period_end`, entry.period_end, isYear(entry.period_end, anchor.period_end), rule);
  });
  const one = 'balances of a year before come from one report';
  audit.holds('evidence', [...accessionsBefore], accessionsBefore.size <= 1, one);
}

/** Returns the figures that appear in the upper end of interest income and nowhere else. */
function yearBeforeIds({ answer }: CaseFile): ReadonlySet<string> {
  const elsewhere = new Set<string>();
  const inYield = new Set<string>();
  for (const [name, { low_from: low, high_from: high }] of Object.entries(answer.amounts)) {
    for (const id of idsOf(low)) elsewhere.add(id);
    for (const id of high === null ? [] : idsOf(high))
      (name === 'interest_income' ? inYield : elsewhere).add(id);
  }
  if (answer.purification.shares_evidence !== null) elsewhere.add(answer.purification.shares_evidence);
  return new Set([...inYield].filter((id) => !elsewhere.has(id)));
}
