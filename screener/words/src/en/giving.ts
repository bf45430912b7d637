/** What is due: purification and zakat. */
export const GIVING = {
  coverage: (weight: string) => `by the ${weight} of net assets whose rate is known`,
  methods:
    '“By share” counts your part of a company’s prohibited income, whether or not it pays a dividend: AAOIFI SS 21, 3/4/6, asks this of the holder at the end of the period. “By dividends” counts that part of the dividends you received, as the index providers (DJIM, FTSE, MSCI, S&P) do.',
  zakat:
    'Shares held to trade count at their market value. Shares held for income count at their part of the company’s cash, receivables and inventories: International Islamic Fiqh Academy, resolutions 28 (3/4) and 121 (3/13). Nothing is due below the nisab, the value of 85 grams of gold. This is a calculation, not a ruling.',
};
