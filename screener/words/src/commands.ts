/** The command line as hints name it. It works as printed in a checkout, where nothing else is installed. */
export const SANAD = 'npm run sanad --';

/** Enables fetching from the SEC: asks for the e-mail address that the SEC requires, and keeps it. */
export const SETUP = `${SANAD} setup`;
