import { type ConfigSchema, describeConfig } from '@common/kit/config';
import { FRAME_CONFIG } from '@common/kit/service/settings';
import { BANKPAY_CONFIG, PAYOUTS_CONFIG } from '@platform/adapters/config';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { CONSOLE_CONFIG, PAGES_CONFIG } from '@platform/console/config';
import { BANK_CONFIG } from '@platform/counterparties/config';
import { GATEWAY_CONFIG } from '@platform/gateway/config';
import { PEP_CONFIG } from '@platform/pep/config';
import { WITNESS_CONFIG } from '@platform/witness/config';

/** The settings that each program of the platform reads. */
export const PLATFORM_CONFIGS: Readonly<Record<string, ConfigSchema>> = {
  gateway: GATEWAY_CONFIG,
  authority: AUTHORITY_CONFIG,
  pep: PEP_CONFIG,
  bank: BANK_CONFIG,
  payouts: PAYOUTS_CONFIG,
  bankpay: BANKPAY_CONFIG,
  console: PAGES_CONFIG,
  witness: WITNESS_CONFIG,
  'command line': CONSOLE_CONFIG,
  'every service': FRAME_CONFIG,
};

/** Writes docs/reference/platform-config.md. */
export function platformConfigPage(): string {
  return [
    '# Configuration of the platform',
    '',
    'Environment variables by service, from `platform/*/src/config.ts` and, for every service, `common/kit/src/service/settings.ts`.',
    ...Object.entries(PLATFORM_CONFIGS).flatMap(([name, schema]) => [
      '',
      `## ${name}`,
      '',
      '| variable | value | default | what it does |',
      '|---|---|---|---|',
      ...describeConfig(schema).map((row) => {
        const fallback =
          row.default === undefined ? (row.required ? 'required' : 'none') : `\`${row.default}\``;
        return `| \`${row.name}\` | ${row.type} | ${fallback} | ${row.description}${row.secret ? ' Secret.' : ''} |`;
      }),
    ]),
    '',
  ].join('\n');
}
