/** Domains that ignore dots in the name of a mailbox. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** One `@` with something on both sides, and a dot in the domain. Only sending mail can check the rest. */
const IN_EMAIL =
  '[^\\s@<>"\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]';
const LABEL = `${IN_EMAIL.slice(0, -1)}.]+`;
export const EMAIL_PATTERN = `^ *${IN_EMAIL}+@${LABEL}(?:\\.${LABEL})+ *$`;
/** Interface document, 2.5. */
export const LONGEST_EMAIL = 254;

const EMAIL = new RegExp(EMAIL_PATTERN, 'u');

/** Returns what is wrong with an e-mail address typed into a form; undefined if nothing is. */
export function emailFault(typed: string): string | undefined {
  return typed.length <= LONGEST_EMAIL && EMAIL.test(typed)
    ? undefined
    : `Write an address such as samir@example.org, of at most ${LONGEST_EMAIL} characters.`;
}

/** Returns an e-mail address in the form under which keys are stored. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Returns one name for all addresses that surely belong to one person: without the tag (`anna+list@`), and
 * without dots where the provider ignores them. The accounts that proved them share one allowance.
 */
export function mailboxOf(email: string): string {
  const normal = normaliseEmail(email);
  const at = normal.lastIndexOf('@');
  const [name, domain] = [normal.slice(0, at), normal.slice(at + 1)];
  const [untagged = ''] = name.split('+', 1);
  // If the name is nothing but a tag, the tag is the name.
  const plain = untagged === '' ? name : untagged;
  return WITHOUT_DOTS.has(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`;
}
