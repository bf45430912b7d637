import { describeConfig } from '@common/kit/config';
import { FRAME_CONFIG } from '@common/kit/service/settings';
import { SCREENER_CONFIG } from '../config.ts';

/** Returns the content of docs/reference/screener-config.md. */
export function screenerConfigPage(): string {
  const rows = describeConfig({ ...SCREENER_CONFIG, ...FRAME_CONFIG }).map((row) => {
    const fallback = row.default === undefined ? (row.required ? 'required' : 'none') : `\`${row.default}\``;
    return `| \`${row.name}\` | ${row.type} | ${fallback} | ${row.description}${row.secret ? ' Secret.' : ''} |`;
  });
  return [
    '# Configuration of the screener',
    '',
    'Environment variables, generated from `screener/service/src/config.ts` and `common/kit/src/service/settings.ts`.',
    '',
    '| variable | value | default | what it does |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
