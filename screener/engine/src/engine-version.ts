/** Raise this with any code change that could change a verdict, a status or a figure for the same facts. */
const CODE = 7;

/**
 * A fingerprint of the data that decides: rules, tag chains, SIC tables, bounds, score.
 * engine-version.test.ts computes it from these tables, and prints the new value if they have changed.
 */
const DATA_FINGERPRINT = '2761c45c4533';

/**
 * The engine that gave an answer (ADR 0013). It is stored with every screening, so that history can
 * distinguish a flip caused by the engine from one caused by a filing.
 */
export const ENGINE_VERSION = `${CODE}.${DATA_FINGERPRINT}`;
