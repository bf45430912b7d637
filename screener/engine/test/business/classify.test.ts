import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { classifyBusiness } from '@screener/engine/business/classify';
import { CURATED_COMPANIES } from '@screener/engine/business/curated-companies';
import { makeProfile } from '../support/make-facts.ts';

/** A filer by its SIC code and, where it matters, its CIK. */
function classify(sic: string | null, cik = '0000000001') {
  return classifyBusiness(makeProfile({ cik, sic, sicSource: sic === null ? null : 'submissions' }));
}

/** CIKs in the SEC's list of tickers. */
const CIK = {
  ALTRIA: '0000764180',
  BROWN_FORMAN: '0000014693',
  COCA_COLA: '0000021344',
  COSTCO: '0000909832',
  DISNEY: '0001744489',
  LAS_VEGAS_SANDS: '0001300514',
  LOCKHEED: '0000936468',
  MONSTER: '0000865752',
  RCI: '0000935419',
  VISA: '0001403161',
};

suite('the line of business', () => {
  test('by SIC code', () => {
    const cases: readonly (readonly [string | null, string, string | null])[] = [
      ['3571', 'pass', null],
      ['6022', 'fail', 'conventional_finance'],
      ['6199', 'review', 'conventional_finance'],
      ['6221', 'review', 'conventional_finance'],
      ['6153', 'fail', 'conventional_finance'],
      ['6159', 'fail', 'conventional_finance'],
      ['6200', 'fail', 'conventional_finance'],
      ['6411', 'fail', 'insurance'],
      ['6311', 'fail', 'insurance'],
      ['2082', 'fail', 'alcohol'],
      ['2080', 'review', 'alcohol'],
      ['2011', 'review', 'pork_and_meat'],
      ['2015', 'pass', null],
      ['2111', 'fail', 'tobacco'],
      ['7948', 'fail', 'gambling'],
      ['7990', 'review', 'gambling'],
      ['3760', 'review', 'weapons_defense'],
      ['7812', 'review', 'entertainment'],
      ['7011', 'review', 'hotels'],
      [null, 'unknown', null],
    ];
    for (const [sic, status, line] of cases) {
      const found = classify(sic);
      assert.deepEqual([found.status, found.findings[0]?.line ?? null], [status, line], `SIC ${sic}`);
    }
  });

  test('by company where the code is too coarse or missing', () => {
    assert.equal(classify(null, CIK.LAS_VEGAS_SANDS).status, 'fail');
    assert.equal(classify('7389', CIK.VISA).status, 'review');
    assert.equal(classify('3571', CIK.BROWN_FORMAN).status, 'fail');
    assert.equal(classify('5810', CIK.RCI).status, 'fail');
  });

  test('of the company, whichever of its share classes is asked for, and of no other under its ticker', () => {
    for (const symbol of ['BF-A', 'BF-B']) {
      const profile = makeProfile({ cik: CIK.BROWN_FORMAN, symbol, sic: '2080' });
      assert.equal(classifyBusiness(profile).status, 'fail', symbol);
    }
    const another = makeProfile({ symbol: 'MO', sic: '3571' });
    assert.equal(classifyBusiness(another).status, 'pass');
  });

  test('a prohibited line outranks one under review, and both are named', () => {
    const found = classify('6022', CIK.LOCKHEED);
    assert.equal(found.status, 'fail');
    assert.deepEqual(
      found.findings.map(({ line, status, matched_by, matched }) => [line, status, matched_by, matched]),
      [
        ['conventional_finance', 'fail', 'sic', '6022'],
        ['weapons_defense', 'review', 'company', 'LMT'],
      ],
    );
  });

  test('the source and its confidence', () => {
    const sourceOf = (sic: string | null, cik?: string) => {
      const { source, confidence } = classify(sic, cik);
      return [source, confidence];
    };
    assert.deepEqual(sourceOf('3571'), ['SIC code from the SEC (submissions)', 'medium']);
    assert.deepEqual(sourceOf(null), ['none', 'none']);
    assert.deepEqual(sourceOf(null, CIK.VISA), ['curated list of companies', 'low']);
    assert.deepEqual(sourceOf('7389', CIK.VISA), [
      'SIC code from the SEC (submissions); curated list of companies',
      'low',
    ]);
    assert.deepEqual(sourceOf('2080'), ['SIC code from the SEC (submissions)', 'low']);
  });
});

suite('what the annual report settles', () => {
  test('soft drinks are not alcohol, and theme parks are not gambling', () => {
    const cola = classify('2080', CIK.COCA_COLA);
    assert.equal(cola.status, 'pass');
    assert.deepEqual(cola.findings, [
      {
        line: 'alcohol',
        label: 'alcohol',
        status: 'pass',
        matched_by: 'company',
        matched: 'KO',
        note: 'soft drinks, water, sports drinks, juice, coffee and tea, under a code shared with alcohol',
        source: '10-K 0001628280-26-010047',
        source_url:
          'https://www.sec.gov/Archives/edgar/data/21344/000162828026010047/0001628280-26-010047-index.htm',
        not_excluded_by: [],
      },
    ]);
    const parks = classify('7990', CIK.DISNEY);
    assert.deepEqual(
      parks.findings.map(({ line, status }) => [line, status]),
      [
        ['gambling', 'pass'],
        ['entertainment', 'review'],
      ],
    );
    assert.equal(
      parks.status,
      'review',
      'film and television need a review, as for every filer of that line',
    );
  });

  test('only the line that it is about, only a review, and never the lack of a code', () => {
    assert.equal(classify('2082', CIK.COCA_COLA).status, 'fail', 'a code of brewers alone');
    assert.equal(classify('7990', CIK.COCA_COLA).status, 'review', 'another line');
    assert.equal(classify(null, CIK.COCA_COLA).status, 'unknown');
    assert.equal(classify('2086', CIK.MONSTER).status, 'pass');
  });

  test('a retailer that sells alcohol or tobacco beside much else is under review', () => {
    const { status, findings } = classify('5331', CIK.COSTCO);
    assert.deepEqual([status, findings[0]?.source], ['review', '10-K 0000909832-25-000101']);
  });
});

/** Companies that an SIC code does not give away, as `ticker:CIK:SIC`, from the SEC's list of filers. */
const NAMED: readonly (readonly [status: string, line: string, companies: string])[] = [
  [
    'fail',
    'conventional_finance',
    `RITM:1556593:6798 ABR:1253986:6798 LADR:1577670:6798 TWO:1465740:6798 CIM:1409493:6798 MFA:1055160:6798
     PMT:1464423:6798 ORC:1518621:6798 DX:826675:6798 EARN:1560672:6798 ARR:1428205:6798 IVR:1437071:6798
     ADAM:1273685:6798 RC:1527590:6798 RWT:930236:6798 KREF:1631596:6798 TRTX:1630472:6798 FBRT:1562528:6798
     GPMT:1703644:6798 EFC:1411342:6500 AOMR:1766478:6500 CMTG:1666291:6500 AFCG:1822523:0000
     FCFS:840489:5900 EZPW:876523:5900 SEZL:1662991:7389 UPST:1647639:6199 AFRM:1820953:6141
     ANTA:2044255:6221 VRM:1580864:5500 KSPI:1985487:7389`,
  ],
  [
    'review',
    'conventional_finance',
    `MELI:1099590:7389 XYZ:1512673:7372 UPBD:933036:7359 PRG:1808834:7359 CVNA:1690820:5500 CRMT:799850:5500
     WEX:1309108:7389 SE:1703399:7380 GRAB:1855612:7389 PAGS:1712807:7374 STNE:1745431:7374
     SGOL:1450923:6221 PHYS:1477049:6221 GLD:1222333:6221`,
  ],
  ['pass', 'conventional_finance', 'UROY:1711570:6221'],
  ['review', 'alcohol_tobacco_retail', 'KR:56873:5411 ACI:1646972:5411 BJ:1531152:5331 TGT:27419:5331'],
  ['fail', 'gambling', 'INSE:1615063:7372 GLXZ:13156:7900 BRAG:1867834:7377'],
  [
    'review',
    'cannabis',
    'TLRY:1731348:2833 CGC:1737927:2833 CRON:1656472:2833 ACB:1683541:2833 SNDL:1766600:2833 IIPR:1677576:6500',
  ],
];

/** Landlords, hotels and makers under the same codes, which no entry may catch. */
const NOT_NAMED =
  'PLD:1045609:6798 O:726728:6798 CLDT:1476045:6798 SAFE:1095651:6798 MCK:927653:5122 PFE:78003:2834';

suite('what the code does not give away', () => {
  const each = (listed: string, check: (ticker: string, found: ReturnType<typeof classify>) => void) => {
    for (const entry of listed.trim().split(/\s+/)) {
      const [ticker = '', cik = '', sic = ''] = entry.split(':');
      check(ticker, classify(sic, cik.padStart(10, '0')));
    }
  };

  for (const [status, line, listed] of NAMED) {
    test(`${line}: ${status}`, () => {
      each(listed, (ticker, found) => {
        assert.equal(found.status, status, ticker);
        assert.ok(
          found.findings.some((finding) => finding.line === line && finding.status === status),
          ticker,
        );
      });
    });
  }

  test('landlords and makers under the same codes pass', () => {
    each(NOT_NAMED, (ticker, found) => assert.equal(found.status, 'pass', ticker));
  });
});

/**
 * Members of the S&P 500 (the holdings of Vanguard's fund at 2025-06-30) whose core business is prohibited, with CIK and
 * SIC code from the SEC: banks, card lenders, brokers, exchanges, insurers and their agents, brewers and distillers,
 * cigarettes, casinos. Each was gone through by hand.
 */
const PROHIBITED_OF_THE_SP_500 = `
  ACGL:947484:6331 AFL:4977:6321 AIG:5272:6331 AIZ:1267238:6399 AJG:354190:6411
  ALL:899051:6331 AON:315293:6411 AXP:4962:6199 BAC:70858:6021 BF-A:14693:2080
  BK:1390777:6022 BLK:2012383:6211 BRK-B:1067983:6331 BRO:79282:6411 C:831001:6021
  CB:896159:6331 CBOE:1374310:6200 CFG:759944:6022 CI:1739940:6324 CINF:20286:6331
  CME:1156375:6200 CNC:1071739:6324 COF:927628:6021 COIN:1679788:6199 CZR:1590895:7011
  EG:1095073:6331 ELV:1156039:6324 ERIE:922621:6411 FITB:35527:6022 GL:320335:6311
  GS:886982:6211 HBAN:49196:6021 HIG:874766:6331 HUM:49071:6324 ICE:1571949:6200
  JPM:19617:6021 KEY:91576:6021 L:60086:6331 LVS:1300514:7011 MET:1099219:6311
  MGM:789570:7011 MKTX:1278021:6211 MO:764180:2111 MOH:1179929:6324 MRSH:62709:6411
  MS:895421:6211 MTB:36270:6022 NDAQ:1120193:6200 NTRS:73124:6022 PFG:1126328:6321
  PGR:80661:6331 PM:1413329:2111 PNC:713676:6021 PRU:1137774:6311 RF:1281761:6021
  RJF:720005:6211 SCHW:316709:6211 STT:93751:6022 STZ:16918:2080 SYF:1601712:6199
  TAP:24545:2082 TFC:92230:6021 TRV:86312:6331 UNH:731766:6324 USB:36104:6021
  VICI:1705696:6798 WFC:72971:6021 WRB:11544:6331 WTW:1140536:6411 WYNN:1174922:7011
`;

suite('the S&P 500', () => {
  const listed = PROHIBITED_OF_THE_SP_500.trim()
    .split(/\s+/)
    .map((entry) => entry.split(':'));

  test('each of its banks, insurers, brewers, tobacco companies and casinos is prohibited', () => {
    assert.equal(listed.length, 70);
    for (const [ticker = '', cik = '', sic = ''] of listed) {
      assert.equal(classify(sic, cik.padStart(10, '0')).status, 'fail', ticker);
    }
  });
});

suite('the table', () => {
  test('has four-digit codes, the SEC’s spelling of tickers, ten-digit CIKs and accession numbers', () => {
    for (const line of ACTIVITY_LINES) {
      for (const sic of [...line.prohibitedSic, ...line.reviewSic]) assert.match(sic, /^\d{4}$/, line.id);
    }
    for (const { ticker, cik, line, note, accession } of CURATED_COMPANIES) {
      assert.match(ticker, /^[A-Z]+(-P?[A-Z])?$/);
      assert.match(cik, /^\d{10}$/, ticker);
      assert.match(accession ?? '0000000000-00-000000', /^\d{10}-\d\d-\d{6}$/, ticker);
      assert.ok(
        ACTIVITY_LINES.some(({ id }) => id === line),
        `${ticker}: no line ${line}`,
      );
      assert.ok(note.length > 0, ticker);
    }
  });

  test('names each code once, and each company once in a line', () => {
    const codes = ACTIVITY_LINES.flatMap((line) => [...line.prohibitedSic, ...line.reviewSic]);
    const companies = CURATED_COMPANIES.flatMap(({ line, cik, ticker }) => [
      `${line} ${cik}`,
      `${line} ${ticker}`,
    ]);
    for (const all of [codes, companies]) {
      assert.deepEqual(
        all.filter((item, index) => all.indexOf(item) !== index),
        [],
      );
    }
    const ids = ACTIVITY_LINES.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});
