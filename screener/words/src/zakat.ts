/** Says what counts, and by whose rule. */
export const ZAKAT_IN_WORDS =
  'Shares held to trade count at their market value. Shares held for income count at their part of the company’s cash, receivables and inventories: International Islamic Fiqh Academy, resolutions 28 (3/4) and 121 (3/13). Nothing is due below the nisab, the value of 85 grams of gold. This is a calculation, not a ruling.';
