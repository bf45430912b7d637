import { type ConfigSchema, describeConfig } from '@common/kit/config';
import { SCREENER_CONFIG } from '@screener/service/config';
import { PLATFORM_CONFIGS } from './platform-config-page.ts';

const WIDTH = 100;

/**
 * Writes `.env.example`: every setting of every service once, commented out, with its default. A secret has
 * no value unless its default is not secret, such as the address of a file.
 */
export function envExample(): string {
  const schemas: Readonly<Record<string, ConfigSchema>> = { screener: SCREENER_CONFIG, ...PLATFORM_CONFIGS };
  const users = new Map<string, string[]>();
  for (const [service, schema] of Object.entries(schemas))
    for (const { name } of describeConfig(schema)) users.set(name, [...(users.get(name) ?? []), service]);
  const sections = Object.entries(schemas).flatMap(([service, schema]) => {
    const own = describeConfig(schema).filter(({ name }) => users.get(name)?.[0] === service);
    return own.length === 0
      ? []
      : [`# ---- ${service} ----\n`, ...own.map((row) => entry(row, users.get(row.name) ?? []))];
  });
  return [
    [
      ...wrapped(
        'All settings, each with its default. Copy this file to .env, readable only by its owner (chmod 600), and remove the first # of a line to change it. npm start, each service started alone by npm run, and each sanad command read it; a variable of the environment wins, and SANAD_ENV_FILE names another file. systemd and compose are given it as it is, so write no $ and no backslash, and quote what has spaces.',
      ),
      ...wrapped('Generated from the services’ schemas by `npm run docs`.'),
      '',
    ].join('\n'),
    ...sections,
  ].join('\n');
}

type Row = ReturnType<typeof describeConfig>[number];

function entry(
  { name, type, required, default: fallback, description, secret }: Row,
  users: string[],
): string {
  const notes = [
    `${type[0]?.toUpperCase()}${type.slice(1)}.`,
    ...(required ? ['Required.'] : []),
    ...(secret ? ['Secret.'] : []),
    ...(users.length > 1 ? [`Also read by: ${users.slice(1).join(', ')}.`] : []),
  ];
  return [...wrapped(`${description} ${notes.join(' ')}`), `#${name}=${quoted(fallback ?? '')}`, ''].join(
    '\n',
  );
}

/** In double quotes if systemd, compose or Node could read it as more than one word or as a comment. */
function quoted(value: string): string {
  return /[\s#'"]/.test(value) ? `"${value}"` : value;
}

/** Comment lines of at most `WIDTH` characters. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > WIDTH && line !== '#') {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
