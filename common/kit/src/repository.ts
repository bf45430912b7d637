import { fileURLToPath } from 'node:url';

/** The root folder, with a trailing slash: relative paths in settings are resolved against it. */
export const REPOSITORY: string = fileURLToPath(new URL('../../..', import.meta.url));
