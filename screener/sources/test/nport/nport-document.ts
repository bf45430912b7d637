/** A made-up Form N-PORT-P document for tests: `holdings` go inside `invstOrSecs`. */
export function nportDocument(
  holdings: readonly string[],
  changes: { readonly form?: string; readonly seriesId?: string; readonly netAssets?: string } = {},
): string {
  const { form = 'NPORT-P', seriesId = 'S000099001', netAssets = '1000' } = changes;
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/nport" xmlns:com="http://www.sec.gov/edgar/common">
  <headerData><submissionType>${form}</submissionType></headerData>
  <formData>
    <genInfo>
      <regName>Made Up Trust &amp; Co</regName><regCik>0001999100</regCik>
      <seriesName>Made Up Equity ETF</seriesName><seriesId>${seriesId}</seriesId>
      <repPdEnd>2025-12-31</repPdEnd><repPdDate>2025-09-30</repPdDate><isFinalFiling>N</isFinalFiling>
    </genInfo>
    <fundInfo>
      <totAssets>1010.50</totAssets><totLiabs>10.50</totLiabs><netAssets>${netAssets}</netAssets>
    </fundInfo>
    <invstOrSecs>${holdings.join('\n')}</invstOrSecs>
  </formData>
</edgarSubmission>`;
}

/** One holding; `parts` replace or add elements, and null removes one. */
export function holding(parts: Readonly<Record<string, string | null>> = {}): string {
  const elements: Record<string, string | null> = {
    name: '<name>Northwind Traders Inc</name>',
    lei: '<lei>N/A</lei>',
    title: '<title>Northwind Traders Inc</title>',
    cusip: '<cusip>037833100</cusip>',
    identifiers: '<identifiers><isin value="US0378331005"/><ticker value="NWND"/></identifiers>',
    balance: '<balance>10</balance>',
    units: '<units>NS</units>',
    curCd: '<curCd>USD</curCd>',
    valUSD: '<valUSD>100</valUSD>',
    pctVal: '<pctVal>10</pctVal>',
    payoffProfile: '<payoffProfile>Long</payoffProfile>',
    assetCat: '<assetCat>EC</assetCat>',
    issuerCat: '<issuerCat>CORP</issuerCat>',
    invCountry: '<invCountry>US</invCountry>',
    isRestrictedSec: '<isRestrictedSec>N</isRestrictedSec>',
    fairValLevel: '<fairValLevel>1</fairValLevel>',
    ...parts,
  };
  return `<invstOrSec>${Object.values(elements).join('')}</invstOrSec>`;
}
