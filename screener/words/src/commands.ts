/** How a hint names the command line: it works as printed in a checkout, where nothing else is installed. */
export const SANAD = 'npm run sanad --';

/** What makes the screener fetch from the SEC: it asks for the e-mail address that the SEC wants, and keeps it. */
export const SETUP = `${SANAD} setup`;
