/**
 * Address of a filing's index page at the SEC, from the filer's CIK and the accession number.
 * @example filingUrl('0000320193', '0000320193-25-000079')
 *   // 'https://www.sec.gov/Archives/edgar/data/320193/000032019325000079/0000320193-25-000079-index.htm'
 */
export function filingUrl(cik: string, accession: string): string {
  const folder = accession.replaceAll('-', '');
  return `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${folder}/${accession}-index.htm`;
}

/** Address of the SEC's list of a fund's portfolio reports, from its series or, without one, its CIK. */
export function fundReportsUrl(seriesOrCik: string): string {
  return `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${seriesOrCik}&type=NPORT-P`;
}
