/**
 * Lines of business by the SIC code that a filer declares to the SEC (RULES-SHARIA section 5); `curated-companies.ts`
 * has the companies for which the code is too coarse. The code of a `review` line also covers permissible business, or
 * not every methodology excludes the line.
 */
export interface ActivityLine {
  readonly id: string;
  readonly label: string;
  /**
   * Ids of the methodologies whose text, as far as we read it, does not exclude the line. Every other one
   * excludes it, AAOIFI by its general clause: where a text is not known, it counts as excluding.
   */
  readonly notExcludedBy: readonly string[];
  readonly prohibitedSic: readonly string[];
  readonly reviewSic: readonly string[];
}

export const ACTIVITY_LINES: readonly ActivityLine[] = [
  {
    id: 'conventional_finance',
    label: 'conventional banking and finance',
    notExcludedBy: [],
    prohibitedSic: [
      ...['6021', '6022', '6029', '6035', '6036', '6111', '6141', '6153', '6159', '6162', '6163'],
      ...['6172', '6189', '6200', '6211'],
    ],
    // Payment services (6099) and companies that call themselves financial (6199), most of them crypto miners
    // today, are neither clearly lenders nor clearly not. Nearly all filers under 6221 (commodity brokers and
    // dealers) are trusts that hold metal or crypto assets. The lenders and brokers among all these are named
    // as companies.
    reviewSic: ['6099', '6199', '6221', '6282', '6770'],
  },
  {
    id: 'insurance',
    label: 'conventional insurance',
    notExcludedBy: [],
    prohibitedSic: ['6311', '6321', '6324', '6331', '6351', '6361', '6399', '6411'],
    reviewSic: [],
  },
  {
    id: 'alcohol',
    label: 'alcohol',
    notExcludedBy: [],
    prohibitedSic: ['2082', '5180'],
    reviewSic: ['2080'],
  },
  {
    id: 'alcohol_tobacco_retail',
    label: 'sale of alcohol or tobacco beside much else',
    notExcludedBy: [],
    prohibitedSic: [],
    reviewSic: [],
  },
  {
    id: 'pork_and_meat',
    label: 'pork and meat packing',
    notExcludedBy: [],
    prohibitedSic: [],
    reviewSic: ['2011', '2013'],
  },
  { id: 'tobacco', label: 'tobacco', notExcludedBy: [], prohibitedSic: ['2100', '2111'], reviewSic: [] },
  // DJIM and MSCI exclude it by name (RULES-SHARIA section 2). It has no code: growers have those of drugs
  // (2833) and crops (0100).
  { id: 'cannabis', label: 'cannabis', notExcludedBy: [], prohibitedSic: [], reviewSic: [] },
  // 7990 is amusement of every kind, theme parks (Walt Disney) as well as casinos: no verdict without a review.
  { id: 'gambling', label: 'gambling', notExcludedBy: [], prohibitedSic: ['7948'], reviewSic: ['7990'] },
  {
    id: 'adult_entertainment',
    label: 'adult entertainment',
    notExcludedBy: [],
    prohibitedSic: [],
    reviewSic: [],
  },
  {
    id: 'weapons_defense',
    label: 'weapons and defence',
    notExcludedBy: ['sp'],
    prohibitedSic: [],
    reviewSic: ['3480', '3760', '3812', '3721', '3724', '3728', '3730', '3790'],
  },
  {
    id: 'entertainment',
    label: 'film, music and broadcasting',
    notExcludedBy: ['ftse', 'djim'],
    prohibitedSic: [],
    reviewSic: [
      ...['7812', '7819', '7822', '7829', '7830', '7841', '7900'],
      ...['4832', '4833', '4841', '3652', '5735'],
    ],
  },
  { id: 'hotels', label: 'hotels', notExcludedBy: ['ftse'], prohibitedSic: [], reviewSic: ['7000', '7011'] },
];
