import { fileURLToPath } from 'node:url';

/** The root folder, with a slash at its end: relative paths in settings are taken from it. */
export const REPOSITORY: string = fileURLToPath(new URL('../../..', import.meta.url));
