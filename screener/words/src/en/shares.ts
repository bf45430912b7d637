/** Amounts per share. Days, prices and splits are written out. */
export const SHARES = {
  split: (shares: number, forShares: number) => `${shares}-for-${forShares}`,
  /** The upper end per share, for a small place; the day where it is not that of a close that agrees. */
  most: (amount: string, isExact: boolean, day: string | null) =>
    `${isExact ? '' : 'up to '}${amount}${day === null ? '' : ` of ${day}`}`,
  listed: (day: string, counted: string) =>
    `Per share as of ${day}: the count filed for ${counted} agrees with the listing of that day.`,
  afterSplit: (day: string, split: string, counted: string) =>
    `Per share as of ${day}, after a ${split} split: the filed count is that of ${counted}, before the split.`,
  depositary: (day: string, shares: string, counted: string) =>
    `Per depositary share as of ${day}, which stands for ${shares} of the shares counted on ${counted}: the listing’s capitalisation shows it.`,
  counted: (day: string) =>
    `Per share as of ${day}, the day of the filed count: no capitalisation here shows whether shares were split after it.`,
  unclear: (doubt: string) => `${doubt} The amount per share is a range that holds both.`,
  splitFiled: (counted: string) =>
    `The report states a split that its count of shares, of ${counted}, may not include.`,
  priceJump: (before: string, beforeDay: string, after: string, afterDay: string) =>
    `The close went from ${before} on ${beforeDay} to ${after} on ${afterDay}, as in a split, and nothing else shows one.`,
  countsDiffer: (factor: number, counted: string) =>
    `The listing has ${factor} shares for each share counted on ${counted}, and not by a split: shares were issued or bought back, a class is not counted, or the ticker is a depositary share.`,
};
