import { phrase } from '../phrase.ts';

/** The rules of zakat with their sources, and what no source settles. */
export const ZAKAT_SOURCES = {
  title: 'Zakat: rules and sources',
  description:
    'What counts for zakat of shares held to trade and for income, the nisab and the rates, each with its source.',
  heading: 'How we count zakat',
  lead: 'Two ways that are taught, one nisab, two rates. A calculation, not a ruling: where scholars differ, ask one.',
  calculate: 'Calculate your zakat',
  rules: {
    title: 'Rules',
    note: 'Each with the text that says so.',
    caption: 'Rules of zakat on shares, with their sources',
    about: 'About',
    rule: 'Rule',
    source: 'Source',
    unread:
      'AAOIFI’s standard on zakat is Shari’ah Standard 35. Many guides cite it for these rules; we have read none of its clauses, so we name none.',
  },
  payer: {
    about: 'Who pays',
    rule: 'The shareholder, where the company does not. A shareholder who can learn from the accounts what the company would have paid on the shares pays that amount.',
  },
  trade: {
    about: 'Held to trade',
    rule: 'Shares count at their market value on the day on which zakat is due.',
  },
  income: {
    about: 'Held for income',
    rule: 'The company’s cash, goods for trade and debts owed by solvent debtors count.',
  },
  dividend: {
    about: 'Another view',
    rule: 'Shares held for income owe zakat on the dividend only, a lunar year after it was received. We do not count this way.',
  },
  market: {
    about: 'A third view',
    rule: 'All shares count at their market value. Choose “to trade” for this.',
  },
  nisab: {
    about: 'Nisab',
    rule: (grams: number) => `The value of ${grams} grams of gold of 24 carats. Below it, nothing is due.`,
  },
  lunar: { about: 'Lunar year', rule: (percent: string) => `${percent}, a quarter of a tenth.` },
  solar: {
    about: 'Solar year',
    rule: (percent: string) =>
      `${percent}. By the length of the years it is 2.5% × 365.2422 ÷ 354.3671 = 2.5767%.`,
  },
  sources: {
    resolution28: 'resolution 28 (3/4)',
    of28: <T>(link: T) => phrase`International Islamic Fiqh Academy, ${link} of 1988, paragraph 3`,
    of28AndGuides: <T>(link: T) =>
      phrase`International Islamic Fiqh Academy, ${link} of 1988, paragraph 3, and most guides`,
    of28Unknowing: <T>(link: T) =>
      phrase`International Islamic Fiqh Academy, ${link} of 1988, paragraph 3, for a holder who cannot know the accounts`,
    resolution121: 'resolution 121 (3/13)',
    of121: <T>(link: T) =>
      phrase`The same Academy, ${link} of 2001. We read its preamble and its condition, not its last sentence`,
    paper: 'A paper in favour',
    ofPaper: <T>(link: T) => phrase`${link} (J. KAU: Islamic Economics 17/2, 2004)`,
    alKhair: 'Al-Khair',
    ofNisab: <T>(link: T) => phrase`${link}. Others say 87.48 grams, or the value of silver`,
    nzf: 'National Zakat Foundation',
    ofSolar: <T>(link: T) => phrase`${link} (Mufti Faraz Adam), citing AAOIFI`,
  },
  counting: {
    title: 'How we count',
    note: 'From prices and from balance sheets.',
    list: [
      'To trade: the value that you write in dollars; else your shares times the newest close here, whose day is shown. A close that is more than 45 days old does not count, and neither do shares that are no longer listed.',
      'For income: the company’s cash, receivables and inventories in its newest balance sheet, over its shares outstanding, times your shares. A report counts for 18 months. Where a newer report is overdue, the line says so.',
      'Short-term securities of the company count with its cash unless you choose otherwise. Long-term securities, property and equipment do not count.',
      'What is not filed is a range: it can be as much as remains of the company’s current assets.',
      'What is not known is left out by name and is never zero. Where something is left out, a sum below the nisab does not mean that nothing is due.',
      'Cash in dollars in your list, and other wealth that you enter, count in full and towards the nisab.',
    ],
  },
  open: {
    title: 'Not settled',
    note: 'Questions for a scholar.',
    list: [
      'Whether a company’s debts are deducted from its assets. We deduct none, so the amount is never smaller for it.',
      'Whether interest-bearing securities of a company count at their value.',
      'Whether your own debts are deducted. If you follow this, enter other wealth less your debts.',
      'What to do with shares of a company that fails your methodology.',
    ],
  },
};
