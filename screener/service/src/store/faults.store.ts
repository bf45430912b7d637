import type { Faults } from '@common/kit/faults';

/**
 * Where a crash test may end the process: while a watched ticker is screened, between a stored flip and its
 * alert (one transaction), and while a delivery is taken, sent and recorded as sent.
 */
export const FAULT_POINTS = ['screen', 'enter', 'take', 'send', 'note'] as const;

export type AlertFaultPoint = (typeof FAULT_POINTS)[number];
export type AlertFaults = Faults<AlertFaultPoint>;

/** Used by everything but the running service. */
export const NO_FAULTS: AlertFaults = { at: () => undefined };
