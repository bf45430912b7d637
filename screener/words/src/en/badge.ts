/** The verdict as an image for other pages. */
export const BADGE = {
  hasNoVerdict: (symbol: string) => `${symbol} has no verdict`,
  /** `verdict` is in its time: `was compliant on 23 April 2026`. */
  verdict: (symbol: string, verdict: string) => `${symbol} ${verdict}`,
  based: (day: string) => `Sanad, ${day}`,
  basedBy: (whom: string, day: string) => `By ${whom}. Sanad, ${day}`,
  /** What stands in for the image. */
  altBy: (symbol: string, whom: string) => `Sharia compliance of ${symbol} by ${whom}, by Sanad`,
  alt: (symbol: string) => `Sharia compliance of ${symbol}, by Sanad`,
};
