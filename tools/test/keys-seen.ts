import { COUNTERPARTY_NAMES } from '@platform/counterparties/config';

/** The keys, secrets and folders of the keys folder that a service needs (docs/operations/run.md). */
export const SEES: Readonly<Record<string, readonly string[]>> = {
  authority: [
    ...['authority.pem', 'checkpoint.pem', 'checkpoint.next.pem', 'anchor.pem', 'service_assembly.pem'],
    ...['gateway.secret', 'kept', 'notices'],
  ],
  bank: [...COUNTERPARTY_NAMES.map((name) => `${name}.pem`), 'broker.secret'],
  pep: ['pep.pem', 'gateway.secret', 'broker.secret'],
  gateway: ['jwt.secret', 'gateway.secret'],
  console: ['jwt.secret'],
};

/** Whatever else is a secret is hidden from it. */
export const SECRET: readonly string[] = [...new Set([...Object.values(SEES).flat(), 'people'])];

/** What a command makes later, or a setting (`anchor.pem`): hidden from services that start after it. */
export const MADE_LATER: readonly string[] = [
  ...['checkpoint.next.pem', 'anchor.pem'],
  ...COUNTERPARTY_NAMES.map((name) => `broker.${name}.secret`),
];
