/** Raise it with any change of code after which a verdict, a status or a figure could differ for the same facts. */
const CODE = 1;

/**
 * Of the data that decides: rules, tag chains, SIC tables, bounds, score. engine-version.test.ts computes it from these
 * tables, and says what to write here when they have changed.
 */
const DATA_FINGERPRINT = '1ec8874a8616';

/**
 * Which engine gave an answer (ADR 0025). It is kept with every screening, so that history tells a flip that the engine
 * made from one that a filing made.
 */
export const ENGINE_VERSION = `${CODE}.${DATA_FINGERPRINT}`;
