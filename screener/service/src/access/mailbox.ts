/** Domains whose mail goes to the same mailbox, dots in the name or not. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The e-mail address as keys are stored under it. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * One name for the addresses that surely are one person's: without the tag (`anna+list@`), and without the dots where the
 * provider ignores them. Keys of all of them share one allowance.
 */
export function mailboxOf(email: string): string {
  const normal = normaliseEmail(email);
  const at = normal.lastIndexOf('@');
  const [name, domain] = [normal.slice(0, at), normal.slice(at + 1)];
  const [untagged = ''] = name.split('+', 1);
  // A name that is all tag is a name.
  const plain = untagged === '' ? name : untagged;
  return WITHOUT_DOTS.has(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}
