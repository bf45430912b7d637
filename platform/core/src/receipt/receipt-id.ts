/**
 * The id of the only receipt that a grant has. Receipts of older versions have others.
 * @example receiptIdOf('gr_0123456789abcdef01234567') // 'rcpt_0123456789abcdef01234567'
 */
export function receiptIdOf(grantId: string): string {
  return `rcpt_${grantId.slice('gr_'.length)}`;
}
