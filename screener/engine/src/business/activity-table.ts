/**
 * Lines of business by the SIC code that a filer declares to the SEC, and by ticker where the code is too coarse
 * (RULES-SHARIA section 5). `prohibited` lines are excluded by every methodology, or by all except AAOIFI where it has
 * no closed list (tobacco). `review` lines are excluded by some, or their code also covers permissible business.
 */
export interface ActivityLine {
  readonly id: string;
  readonly label: string;
  readonly prohibitedSic: readonly string[];
  readonly reviewSic: readonly string[];
  readonly prohibitedTickers: readonly string[];
  readonly reviewTickers: readonly string[];
}

export const ACTIVITY_LINES: readonly ActivityLine[] = [
  {
    id: 'conventional_finance',
    label: 'conventional banking and finance',
    prohibitedSic: [
      '6021',
      '6022',
      '6029',
      '6035',
      '6036',
      '6099',
      '6111',
      '6141',
      '6153',
      '6159',
      '6162',
      '6163',
      '6172',
      '6189',
      '6199',
      '6200',
      '6211',
      '6221',
    ],
    reviewSic: ['6282', '6770'],
    prohibitedTickers: [],
    reviewTickers: ['V', 'MA', 'PYPL', 'AXP', 'SYF', 'SOFI'],
  },
  {
    id: 'insurance',
    label: 'conventional insurance',
    prohibitedSic: ['6311', '6321', '6324', '6331', '6351', '6361', '6399', '6411'],
    reviewSic: [],
    prohibitedTickers: ['LMND', 'ROOT', 'HIPO'],
    reviewTickers: [],
  },
  {
    id: 'alcohol',
    label: 'alcohol',
    prohibitedSic: ['2082', '5180'],
    reviewSic: ['2080'],
    prohibitedTickers: ['STZ', 'BF-B', 'BF-A', 'TAP', 'SAM', 'DEO', 'BUD', 'MGPI'],
    reviewTickers: [],
  },
  {
    id: 'pork_and_meat',
    label: 'pork and meat packing',
    prohibitedSic: [],
    reviewSic: ['2011', '2013'],
    prohibitedTickers: [],
    reviewTickers: [],
  },
  {
    id: 'tobacco',
    label: 'tobacco',
    prohibitedSic: ['2100', '2111'],
    reviewSic: [],
    prohibitedTickers: ['MO', 'PM', 'BTI', 'TPB', 'UVV'],
    reviewTickers: [],
  },
  {
    id: 'gambling',
    label: 'gambling',
    prohibitedSic: ['7948'],
    // Amusement of every kind, theme parks (Walt Disney) as well as casinos: no verdict without a review.
    reviewSic: ['7990'],
    prohibitedTickers: ['LVS', 'MGM', 'WYNN', 'CZR', 'BYD', 'PENN', 'DKNG', 'FLUT', 'VICI', 'GLPI'],
    reviewTickers: [],
  },
  {
    id: 'adult_entertainment',
    label: 'adult entertainment',
    prohibitedSic: [],
    reviewSic: [],
    prohibitedTickers: ['RICK', 'PLBY'],
    reviewTickers: [],
  },
  {
    id: 'weapons_defense',
    label: 'weapons and defence',
    prohibitedSic: [],
    reviewSic: ['3480', '3760', '3812', '3721', '3724', '3728', '3730', '3790'],
    prohibitedTickers: [],
    reviewTickers: [
      'LMT',
      'RTX',
      'NOC',
      'GD',
      'LHX',
      'HII',
      'BA',
      'TXT',
      'KTOS',
      'AVAV',
      'LDOS',
      'CACI',
      'SAIC',
      'BAH',
      'RGR',
      'SWBI',
      'OLN',
      'AOUT',
      'POWW',
      'AXON',
      'BYRN',
    ],
  },
  {
    id: 'entertainment',
    label: 'film, music and broadcasting',
    prohibitedSic: [],
    reviewSic: [
      '7812',
      '7819',
      '7822',
      '7829',
      '7830',
      '7841',
      '7900',
      '4832',
      '4833',
      '4841',
      '3652',
      '5735',
    ],
    prohibitedTickers: [],
    reviewTickers: ['SPOT', 'NFLX'],
  },
  {
    id: 'hotels',
    label: 'hotels',
    prohibitedSic: [],
    reviewSic: ['7000', '7011'],
    prohibitedTickers: [],
    reviewTickers: [],
  },
];
