/**
 * Lines of business from the methodology page, by the SIC code that a filer declares, and by company
 * (ticker:CIK) where the code is too coarse. `fail` is a prohibited core business, `review` needs a person,
 * and `pass` settles what the code leaves to review under that line.
 */
interface PublishedActivity {
  readonly line: string;
  readonly status: 'fail' | 'review' | 'pass';
  readonly sic: string;
  readonly companies: readonly string[];
}

/**
 * Methodologies, by line of business, whose text does not exclude it. Every other methodology excludes every line:
 * where a text is not known, it counts as excluding.
 */
export const NOT_EXCLUDED_BY: Readonly<Record<string, readonly string[]>> = {
  weapons_defense: ['sp'],
  entertainment: ['ftse', 'djim'],
  hotels: ['ftse'],
};

export const ACTIVITIES: readonly PublishedActivity[] = [
  {
    line: 'conventional_finance',
    status: 'fail',
    sic: '6021 6022 6029 6035 6036 6111 6141 6153 6159 6162 6163 6172 6189 6200 6211',
    companies: words(`
      AXP:4962 SYF:1601712 SOFI:1818874 COIN:1679788 NU:1691493
      KLAR:2003292 GDOT:1386278 UPST:1647639 OPRT:1538716 OPFI:1818502
      CPSS:889609 MFIN:1000209 LDI:1831631 VEL:1692376 NLY:1043219
      AGNC:1423689 STWD:1465128 BXMT:1061630 ARI:1467760 ARR:1428205
      ORC:1518621 DX:826675 IVR:1437071 TWO:1465740 CHMI:1571776
      BMNM:1275477 CIM:1409493 MFA:1055160 PMT:1464423 RWT:930236
      ADAM:1273685 MITT:1514281 AOMR:1766478 RPT:1614806 EFC:1411342
      RITM:1556593 EARN:1560672 ABR:1253986 LADR:1577670 ACR:1332551
      ACRE:1529377 BRSP:1717547 FBRT:1562528 GPMT:1703644 KREF:1631596
      LFT:1547546 LOAN:1080340 NREF:1786248 RC:1527590 SACH:1682220
      SEVN:1452477 SUNS:2012706 TRTX:1630472 TPTA:1674356 CMTG:1666291
      ICR-PA:1690012 REFI:1867949 AFCG:1822523 IOR:949961 GHI:1059142
      WD:1497770 FCFS:840489 EZPW:876523 SEZL:1662991 AFRM:1820953
      ENVA:1529864 OMF:1584207 VRM:1580864 KSPI:1985487 QFIN:1741530
      LX:1708259 XYF:1725033 LU:1816007 JFIN:1743102 CNF:1733868
      ANTA:2044255 SNEX:913760 MRX:1997464
    `),
  },
  {
    line: 'conventional_finance',
    status: 'review',
    sic: '6099 6199 6221 6282 6770',
    companies: words(`
      V:1403161 MA:1141391 PYPL:1633917 MELI:1099590 XYZ:1512673
      UPBD:933036 PRG:1808834 CVNA:1690820 CRMT:799850 SE:1703399
      GRAB:1855612 STNE:1745431 PAGS:1712807 WEX:1309108
    `),
  },
  {
    line: 'insurance',
    status: 'fail',
    sic: '6311 6321 6324 6331 6351 6361 6399 6411',
    companies: words(`
      LMND:1691421 ROOT:1788882 HIPO:1828105
    `),
  },
  {
    line: 'alcohol',
    status: 'fail',
    sic: '2082 5180',
    companies: words(`
      STZ:16918 BF-B:14693 TAP:24545 SAM:949870 DEO:835403
      BUD:1668717 ABEV:1565025 CCU:888746 MGPI:835011 WVVI:838875
      CWGL:1562151
    `),
  },
  {
    line: 'alcohol',
    status: 'review',
    sic: '2080',
    companies: [],
  },
  {
    line: 'pork_and_meat',
    status: 'review',
    sic: '2011 2013',
    companies: [],
  },
  {
    line: 'tobacco',
    status: 'fail',
    sic: '2100 2111',
    companies: words(`
      MO:764180 PM:1413329 BTI:1303523 TPB:1290677 UVV:102037
    `),
  },
  {
    line: 'gambling',
    status: 'fail',
    sic: '7948',
    companies: words(`
      LVS:1300514 MGM:789570 WYNN:1174922 CZR:1590895 BYD:906553
      PENN:921738 DKNG:1883685 FLUT:1635327 RSI:1793659 GDEN:1071255
      FLL:891482 MCRI:907242 CNTY:911147 MLCO:1381640 MSC:1713334
      RRR:1653653 BALY:1747079 BRSL:1619762 CDRO:1866782 SGHC:1878057
      ACEL:1698991 VICI:1705696 GLPI:1575965 INSE:1615063 GLXZ:13156
      BRAG:1867834
    `),
  },
  {
    line: 'gambling',
    status: 'review',
    sic: '7990',
    companies: [],
  },
  {
    line: 'weapons_defense',
    status: 'review',
    sic: '3480 3760 3812 3721 3724 3728 3730 3790',
    companies: words(`
      LMT:936468 RTX:101829 NOC:1133421 GD:40533 LHX:202058
      HII:1501585 BA:12927 TXT:217346 KTOS:1069258 AVAV:1368622
      LDOS:1336920 CACI:16058 SAIC:1571123 BAH:1443646 RGR:95029
      SWBI:1092796 OLN:74303 AOUT:1808997 POWW:1015383 AXON:1069183
      BYRN:1354866
    `),
  },
  {
    line: 'entertainment',
    status: 'review',
    sic: '7812 7819 7822 7829 7830 7841 7900 4832 4833 4841 3652 5735',
    companies: words(`
      SPOT:1639920 NFLX:1065280 DIS:1744489
    `),
  },
  {
    line: 'hotels',
    status: 'review',
    sic: '7000 7011',
    companies: ['HST:1070750'],
  },
  {
    line: 'insurance',
    status: 'review',
    sic: '',
    companies: words(`
      CVS:64803
    `),
  },
  {
    line: 'alcohol',
    status: 'pass',
    sic: '',
    companies: words(`
      KO:21344 PEP:77476 KDP:1418135 COCO:1482981 PRMB:2042694
      BRCC:1891101 WEST:1806347 MNST:865752 CELH:1341766
    `),
  },
  {
    line: 'alcohol_tobacco_retail',
    status: 'review',
    sic: '',
    companies: words(`
      COST:909832 WMT:104169 DG:29534 CASY:726958 MUSA:1573516
      KR:56873 ACI:1646972 BJ:1531152 TGT:27419 SFM:1575515
      GO:1771515 IMKTA:50493 WMK:105418 PSMT:1041803 ARKO:1823794
      PFGC:1618673
    `),
  },
  {
    line: 'gambling',
    status: 'pass',
    sic: '',
    companies: words(`
      DIS:1744489 MTN:812011 PRKS:1564902
    `),
  },
  {
    line: 'adult_entertainment',
    status: 'fail',
    sic: '',
    companies: words(`
      RICK:935419 PLBY:1803914
    `),
  },
  {
    line: 'conventional_finance',
    status: 'pass',
    sic: '',
    companies: words(`
      UROY:1711570
    `),
  },
  {
    line: 'cannabis',
    status: 'review',
    sic: '',
    companies: words(`
      TLRY:1731348 CGC:1737927 CRON:1656472 ACB:1683541 SNDL:1766600
      OGI:1620737 IMCC:1792030 CURLF:1756770 GTBIF:1795139 TCNNF:1754195
      GLASF:1848731 AYRWF:1847462 CRLBF:1832928 TSNDF:1778129 CBSTQ:1776738
      MRMD:1522767 AAWH:1756390 PLNH:1813452 VRNO:1848416 JUSHF:1909747
      VFF:1584549 HITI:1847409 MAPS:1779474 IIPR:1677576 NLCP:1854964
    `),
  },
];

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
