/**
 * Companies whose SIC code is too coarse, or says another business than their own annual report does. A `pass` settles
 * what a code leaves to review, and nothing else.
 *
 * INVARIANT: an entry is of the filer, by CIK, so that it holds for each of its share classes and for no later company
 * under the same ticker.
 */
export interface CuratedCompany {
  /** Id of a line of `ACTIVITY_LINES`. */
  readonly line: string;
  readonly status: 'fail' | 'review' | 'pass';
  /** One of its tickers in the SEC's spelling: a name for people. */
  readonly ticker: string;
  readonly cik: string;
  /** What the company does, in words that fit it. */
  readonly note: string;
  /** The annual report (10-K) that describes the business; null where it is a 20-F, or none was at hand. */
  readonly accession: string | null;
}

type Row = readonly [ticker: string, cik: string, accession: string | null, note: string];

const companies = (
  line: string,
  status: CuratedCompany['status'],
  rows: readonly Row[],
): readonly CuratedCompany[] =>
  rows.map(([ticker, cik, accession, note]) => ({ line, status, ticker, cik, accession, note }));

export const CURATED_COMPANIES: readonly CuratedCompany[] = [
  ...companies('conventional_finance', 'fail', [
    ['AXP', '0000004962', '0000004962-26-000080', 'a bank holding company that lends on cards'],
    ['SYF', '0001601712', '0001601712-26-000006', 'a bank that lends on store cards'],
    ['SOFI', '0001818874', '0001818874-26-000013', 'a bank that lends to consumers'],
    [
      'COIN',
      '0001679788',
      '0001679788-26-000015',
      'a crypto exchange that earns interest and lends against crypto assets',
    ],
    ['NU', '0001691493', null, 'a digital bank'],
    ['KLAR', '0002003292', null, 'a bank that lends to shoppers'],
    ['GDOT', '0001386278', null, 'a bank for prepaid cards'],
    ['UPST', '0001647639', '0001647639-26-000027', 'a marketplace of personal loans'],
    ['OPRT', '0001538716', null, 'a consumer lender'],
    ['OPFI', '0001818502', null, 'a consumer lender'],
    ['CPSS', '0000889609', null, 'a lender on cars'],
    ['MFIN', '0001000209', '0001193125-26-100121', 'a consumer and commercial lender'],
    ['LDI', '0001831631', null, 'a mortgage lender'],
    ['VEL', '0001692376', null, 'a lender on property'],
    ['NLY', '0001043219', '0001043219-26-000013', 'a trust that holds mortgage-backed securities'],
    ['AGNC', '0001423689', '0001423689-26-000043', 'a trust that holds mortgage-backed securities'],
    ['STWD', '0001465128', '0001465128-26-000009', 'a trust that lends on property'],
    ['BXMT', '0001061630', '0001061630-26-000009', 'a trust that lends on property'],
    ['ARI', '0001467760', '0001193125-26-044725', 'a trust that lends on property'],
  ]),
  ...companies('conventional_finance', 'review', [
    ['V', '0001403161', '0001403161-25-000089', 'a payment network, which itself does not lend'],
    ['MA', '0001141391', '0001141391-26-000013', 'a payment network, which itself does not lend'],
    [
      'PYPL',
      '0001633917',
      '0001633917-26-000024',
      'payments, and loans to merchants and consumers beside them',
    ],
  ]),
  ...companies('insurance', 'fail', [
    ['LMND', '0001691421', '0001691421-26-000016', 'an insurer'],
    ['ROOT', '0001788882', '0001788882-26-000014', 'an insurer'],
    ['HIPO', '0001828105', '0001828105-26-000008', 'an insurer'],
  ]),
  ...companies('insurance', 'review', [
    [
      'CVS',
      '0000064803',
      '0000064803-26-000010',
      'pharmacies and health services, with a health insurer (Aetna) as one of its segments',
    ],
  ]),
  ...companies('alcohol', 'fail', [
    ['STZ', '0000016918', '0000016918-25-000022', 'beer, wine and spirits'],
    ['BF-B', '0000014693', '0000014693-25-000062', 'whiskey and other spirits'],
    ['TAP', '0000024545', '0000024545-26-000006', 'beer'],
    ['SAM', '0000949870', '0001193125-26-067467', 'beer'],
    ['DEO', '0000835403', null, 'spirits and beer'],
    ['BUD', '0001668717', null, 'beer'],
    ['ABEV', '0001565025', null, 'beer'],
    ['CCU', '0000888746', null, 'beer, beside wine and soft drinks'],
    ['MGPI', '0000835011', '0000835011-26-000031', 'spirits'],
    ['WVVI', '0000838875', '0001199835-26-000061', 'wine'],
    ['CWGL', '0001562151', '0001628280-26-018796', 'wine'],
  ]),
  ...companies('alcohol', 'pass', [
    [
      'KO',
      '0000021344',
      '0001628280-26-010047',
      'soft drinks, water, sports drinks, juice, coffee and tea, under a code shared with alcohol',
    ],
    [
      'PEP',
      '0000077476',
      '0000077476-26-000007',
      'soft drinks, snacks and cereals, under a code shared with alcohol',
    ],
    ['KDP', '0001418135', '0001418135-26-000016', 'soft drinks and coffee, under a code shared with alcohol'],
    ['COCO', '0001482981', '0001482981-26-000022', 'coconut water, under a code shared with alcohol'],
    ['PRMB', '0002042694', '0001628280-26-012779', 'drinking water, under a code shared with alcohol'],
    ['BRCC', '0001891101', '0001891101-26-000022', 'coffee, under a code shared with alcohol'],
    ['WEST', '0001806347', '0001104659-26-025932', 'coffee and tea, under a code shared with alcohol'],
    [
      'MNST',
      '0000865752',
      '0001104659-26-020831',
      'energy drinks; a segment for beer and other alcoholic drinks is a small part of its sales',
    ],
    ['CELH', '0001341766', '0001341766-26-000024', 'energy drinks, without alcohol'],
  ]),
  ...companies('alcohol_tobacco_retail', 'review', [
    [
      'COST',
      '0000909832',
      '0000909832-25-000101',
      'a retailer that lists liquor and tobacco among the goods it sells',
    ],
    [
      'WMT',
      '0000104169',
      '0000104169-26-000055',
      'a retailer that lists alcoholic drinks and tobacco among the goods it sells',
    ],
    [
      'DG',
      '0000029534',
      '0001104659-26-032325',
      'a retailer that lists tobacco, beer and wine among the goods it sells',
    ],
    ['CASY', '0000726958', '0000726958-25-000065', 'filling stations with shops that sell tobacco and beer'],
    ['MUSA', '0001573516', '0001573516-26-000090', 'filling stations with shops that sell tobacco and beer'],
  ]),
  ...companies('tobacco', 'fail', [
    ['MO', '0000764180', '0000764180-26-000017', 'cigarettes'],
    ['PM', '0001413329', '0001628280-26-005939', 'cigarettes and other nicotine products'],
    ['BTI', '0001303523', null, 'cigarettes and other nicotine products'],
    ['TPB', '0001290677', '0001437749-26-006405', 'smokeless tobacco, cigars and rolling papers'],
    ['UVV', '0000102037', '0000102037-25-000028', 'leaf tobacco'],
  ]),
  ...companies('gambling', 'fail', [
    ['LVS', '0001300514', '0001300514-26-000013', 'casinos'],
    ['MGM', '0000789570', '0000789570-26-000018', 'casinos'],
    ['WYNN', '0001174922', '0001174922-26-000013', 'casinos'],
    ['CZR', '0001590895', '0001590895-26-000011', 'casinos'],
    ['BYD', '0000906553', '0001437749-26-004908', 'casinos'],
    ['PENN', '0000921738', '0000921738-26-000008', 'casinos and sports betting'],
    ['DKNG', '0001883685', '0001883685-26-000013', 'online sports betting and casino games'],
    ['FLUT', '0001635327', '0001635327-26-000005', 'online sports betting and casino games'],
    ['RSI', '0001793659', '0001793659-26-000009', 'online casinos and sports betting'],
    ['GDEN', '0001071255', '0001071255-26-000015', 'casinos and gaming taverns'],
    ['FLL', '0000891482', '0000891482-26-000007', 'casinos'],
    ['MCRI', '0000907242', '0001104659-26-018717', 'casinos'],
    ['CNTY', '0000911147', '0000911147-26-000009', 'casinos'],
    ['MLCO', '0001381640', null, 'casinos'],
    ['MSC', '0001713334', null, 'casinos'],
    ['RRR', '0001653653', '0001653653-26-000004', 'casinos'],
    ['BALY', '0001747079', '0001747079-26-000019', 'casinos'],
    ['BRSL', '0001619762', null, 'lotteries'],
    ['CDRO', '0001866782', null, 'online casinos and sports betting'],
    ['SGHC', '0001878057', null, 'online casinos and sports betting'],
    ['ACEL', '0001698991', '0001698991-26-000018', 'slot machines in bars and other places'],
    ['VICI', '0001705696', '0001705696-26-000034', 'the landlord of casinos'],
    ['GLPI', '0001575965', '0001575965-26-000032', 'the landlord of casinos'],
  ]),
  ...companies('gambling', 'pass', [
    [
      'DIS',
      '0001744489',
      '0001744489-25-000155',
      'theme parks and cruises, beside film and television, under a code shared with casinos',
    ],
    ['MTN', '0000812011', '0000812011-25-000104', 'ski resorts, under a code shared with casinos'],
    ['PRKS', '0001564902', '0001193125-26-088288', 'theme parks, under a code shared with casinos'],
  ]),
  ...companies('adult_entertainment', 'fail', [
    ['RICK', '0000935419', '0001628280-26-019804', 'strip clubs'],
    ['PLBY', '0001803914', '0001628280-26-018238', 'adult entertainment and products under its brand'],
  ]),
  ...companies('weapons_defense', 'review', [
    ['LMT', '0000936468', '0001628280-26-004195', 'military aircraft and missiles'],
    ['RTX', '0000101829', '0000101829-26-000006', 'missiles and aircraft engines'],
    ['NOC', '0001133421', '0001133421-26-000003', 'military aircraft and missiles'],
    ['GD', '0000040533', '0000040533-26-000006', 'submarines, combat vehicles and munitions'],
    ['LHX', '0000202058', '0000202058-26-000015', 'military electronics and rocket engines'],
    ['HII', '0001501585', '0001501585-26-000006', 'warships'],
    ['BA', '0000012927', '0001628280-26-004357', 'airliners and military aircraft'],
    ['TXT', '0000217346', '0000217346-26-000006', 'military helicopters, beside business jets and vehicles'],
    ['KTOS', '0001069258', '0001069258-26-000013', 'military drones and rocket systems'],
    ['AVAV', '0001368622', '0001558370-25-008838', 'military drones and loitering munitions'],
    ['LDOS', '0001336920', '0001336920-26-000030', 'services and systems for the military'],
    ['CACI', '0000016058', '0001628280-25-038739', 'services and systems for the military'],
    ['SAIC', '0001571123', '0001571123-26-000029', 'services and systems for the military'],
    ['BAH', '0001443646', '0001443646-25-000076', 'services for the military'],
    ['RGR', '0000095029', '0001174947-26-000243', 'firearms'],
    ['SWBI', '0001092796', '0000950170-25-088157', 'firearms'],
    ['OLN', '0000074303', '0000074303-26-000027', 'ammunition, beside chemicals'],
    ['AOUT', '0001808997', '0001808997-25-000014', 'accessories for shooting and the outdoors'],
    ['POWW', '0001015383', '0000950170-25-086893', 'a marketplace for firearms'],
    ['AXON', '0001069183', '0001628280-26-011360', 'stun weapons, cameras and software for the police'],
    ['BYRN', '0001354866', '0001437749-26-003206', 'weapons meant not to kill'],
  ]),
  ...companies('hotels', 'review', [
    ['HST', '0001070750', '0001070750-26-000054', 'hotels, owned through a real estate trust'],
  ]),
  ...companies('entertainment', 'review', [
    ['SPOT', '0001639920', null, 'music and podcasts'],
    ['NFLX', '0001065280', '0001065280-26-000034', 'film and television'],
    ['DIS', '0001744489', '0001744489-25-000155', 'film and television, beside theme parks'],
  ]),
];

/** For tables that go by ticker. */
export function curatedTickers(line: string, status: CuratedCompany['status']): readonly string[] {
  return CURATED_COMPANIES.filter((entry) => entry.line === line && entry.status === status).map(
    ({ ticker }) => ticker,
  );
}
