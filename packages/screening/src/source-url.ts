/** Address of a filing's index page at the SEC, from the filer's CIK and the accession number. */
export function filingUrl(cik: string, accession: string): string {
  const folder = accession.replaceAll('-', '');
  return `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${folder}/${accession}-index.htm`;
}
