/**
 * Lines of business by the SIC code that a filer declares, and by ticker where the code is too coarse, from the
 * methodology page. A `fail` is a prohibited core business, a `review` needs a person.
 */
interface PublishedActivity {
  readonly line: string;
  readonly status: 'fail' | 'review';
  readonly sic: string;
  readonly tickers: string;
}

export const ACTIVITIES: readonly PublishedActivity[] = [
  {
    line: 'conventional_finance',
    status: 'fail',
    sic: '6021 6022 6029 6035 6036 6099 6111 6141 6153 6159 6162 6163 6172 6189 6199 6200 6211 6221',
    tickers: '',
  },
  { line: 'conventional_finance', status: 'review', sic: '6282 6770', tickers: 'V MA PYPL AXP SYF SOFI' },
  {
    line: 'insurance',
    status: 'fail',
    sic: '6311 6321 6324 6331 6351 6361 6399 6411',
    tickers: 'LMND ROOT HIPO',
  },
  { line: 'alcohol', status: 'fail', sic: '2082 5180', tickers: 'STZ BF-B BF-A TAP SAM DEO BUD MGPI' },
  { line: 'alcohol', status: 'review', sic: '2080', tickers: '' },
  { line: 'pork_and_meat', status: 'review', sic: '2011 2013', tickers: '' },
  { line: 'tobacco', status: 'fail', sic: '2100 2111', tickers: 'MO PM BTI TPB UVV' },
  {
    line: 'gambling',
    status: 'fail',
    sic: '7948',
    tickers: 'LVS MGM WYNN CZR BYD PENN DKNG FLUT VICI GLPI',
  },
  { line: 'gambling', status: 'review', sic: '7990', tickers: '' },
  { line: 'adult_entertainment', status: 'fail', sic: '', tickers: 'RICK PLBY' },
  {
    line: 'weapons_defense',
    status: 'review',
    sic: '3480 3760 3812 3721 3724 3728 3730 3790',
    tickers: 'LMT RTX NOC GD LHX HII BA TXT KTOS AVAV LDOS CACI SAIC BAH RGR SWBI OLN AOUT POWW AXON BYRN',
  },
  {
    line: 'entertainment',
    status: 'review',
    sic: '7812 7819 7822 7829 7830 7841 7900 4832 4833 4841 3652 5735',
    tickers: 'SPOT NFLX',
  },
  { line: 'hotels', status: 'review', sic: '7000 7011', tickers: '' },
];
