import { LOOK_ALIKES } from '@platform/core/decide/reference/look-alikes';
import { noiseWords } from '@platform/core/decide/reference/noise-words';
import { LOG_CODES } from '@platform/core/log/note/judge-log-proof';
import { DECIMALS } from '@platform/core/objects/amount-faults';
import { WITHOUT_MINOR_UNIT } from '@platform/core/objects/minor-units';
import { ROLES_OF_TYPE } from '@platform/core/objects/roles';
import { PROBLEM_CODES } from '@platform/core/verify/problems';

/** The tables that a verifier by others needs, from the code that ours uses. */
export function evidenceTablesPage(): string {
  const words = noiseWords((word) => word);
  return [
    '# Tables',
    'Generated from the code by `npm run docs`. [README.md](README.md) says how to verify.',
    '## Codes',
    'Why a check fails. [checks.md](checks.md) and [rules.md](rules.md) say where each occurs.',
    table(
      ['Code', 'Meaning'],
      Object.entries(PROBLEM_CODES).map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
    '## Codes of a proof of the log',
    'Why a receipt is not logged by a [checkpoint](log.md#checkpoints-and-witnesses).',
    table(
      ['Code', 'Meaning'],
      Object.entries(LOG_CODES).map(([code, meaning]) => [`\`${code}\``, meaning]),
    ),
    '## Who signs what',
    table(
      ['Type of the object', 'Roles'],
      Object.entries(ROLES_OF_TYPE).map(([type, roles]) => [`\`${type}\``, roles.join(', ')]),
    ),
    '## Decimals of currencies',
    `All have 2, except ${Object.entries(DECIMALS)
      .map(([currency, decimals]) => `${currency} ${decimals}`)
      .join(', ')}.`,
    '## Currencies without a minor unit',
    `${WITHOUT_MINOR_UNIT.replaceAll(' ', ', ')}.`,
    '## Words of references',
    'Each is compared in the form that step 1 of [references](rules.md#references) gives it.',
    table(
      ['Set', 'Words'],
      Object.entries({
        words: [...words.words],
        payment: [...words.payments],
        numbers: [...words.numbers],
        beside: [...words.beside],
      }).map(([name, list]) => [`*${name}*`, list.join(' ')]),
    ),
    `The texts *none*, one in each of these: ${[...words.none].map((text) => `\`${text}\``).join(', ')}.`,
    '## Letters that look Latin',
    `Each capital letter and the Latin one that it becomes: ${[...LOOK_ALIKES]
      .map(([letter, latin]) => `${codePoint(letter)} ${latin}`)
      .join(', ')}.`,
  ]
    .join('\n\n')
    .concat('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
