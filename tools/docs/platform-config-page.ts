import { AUTHORITY_CONFIG } from '@sanad/authority/config';
import { BANK_CONFIG } from '@sanad/bank/config';
import { CONSOLE_CONFIG } from '@sanad/console/config';
import { GATEWAY_CONFIG } from '@sanad/gateway/config';
import { type ConfigSchema, describeConfig } from '@sanad/kit/config';
import { PEP_CONFIG } from '@sanad/pep/config';

const SERVICES: Readonly<Record<string, ConfigSchema>> = {
  gateway: GATEWAY_CONFIG,
  authority: AUTHORITY_CONFIG,
  pep: PEP_CONFIG,
  bank: BANK_CONFIG,
  'command line': CONSOLE_CONFIG,
};

/** docs/reference/platform-config.md. */
export function platformConfigPage(): string {
  return [
    '# Configuration of the platform',
    '',
    'Environment variables by service, from `apps/*/src/config.ts`.',
    ...Object.entries(SERVICES).flatMap(([name, schema]) => [
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
