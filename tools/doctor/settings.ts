import { type ConfigSchema, readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import { parseDatabaseUrl } from '@common/kit/sql/url';
import { AUTHORITY_CONFIG } from '@platform/authority/config';
import { PAGES_CONFIG } from '@platform/console/config';
import { BANK_CONFIG } from '@platform/counterparties/config';
import { GATEWAY_CONFIG } from '@platform/gateway/config';
import { PEP_CONFIG } from '@platform/pep/config';
import { SCREENER_CONFIG } from '@screener/service/config';
import { type Environment, type Finding, found } from './report.ts';

const SERVICES: Readonly<Record<string, ConfigSchema>> = {
  screener: SCREENER_CONFIG,
  authority: AUTHORITY_CONFIG,
  bank: BANK_CONFIG,
  pep: PEP_CONFIG,
  gateway: GATEWAY_CONFIG,
  console: PAGES_CONFIG,
};

/**
 * Checks each service's settings. It names those that are wrong and what they must be, and repeats no values.
 */
export function checkSettings(env: Environment): readonly Finding[] {
  return Object.entries(SERVICES).flatMap(([name, schema]) => {
    const problems = [...problemsOf(schema, env), ...databaseProblems(schema, env)];
    if (problems.length > 0) return problems.map((problem) => found.fail(name, problem));
    const set = Object.keys(schema).filter((variable) => (env[variable] ?? '') !== '');
    return [
      found.ok(name, set.length === 0 ? 'valid, all defaults' : `valid; set: ${set.toSorted().join(', ')}`),
    ];
  });
}

function problemsOf(schema: ConfigSchema, env: Environment): readonly string[] {
  return Object.entries(schema).flatMap(([name, variable]) => {
    const read = readConfig({ [name]: variable }, env, REPOSITORY);
    return read.ok ? [] : [read.error.message.split('\n').slice(1).join(' ').trim()];
  });
}

function databaseProblems(schema: ConfigSchema, env: Environment): readonly string[] {
  return Object.keys(schema).flatMap((name) => {
    const url = name.endsWith('DATABASE_URL') ? env[name] : undefined;
    if (url === undefined || url === '') return [];
    const target = parseDatabaseUrl(url);
    return target.ok ? [] : [`${name}: ${target.error.message}`];
  });
}

/** Reports the sources of facts and prices, without asking them. */
export function checkSources(env: Environment): readonly Finding[] {
  const read = readConfig(SCREENER_CONFIG, env, REPOSITORY);
  if (!read.ok) return [found.warn('facts and prices', 'unknown while the screener’s settings are wrong')];
  const { config, secrets } = read.value;
  const isLive = config.LIVE_MODE && config.SEC_USER_AGENT !== undefined;
  const provider = config.MARKET_PROVIDER;
  const needsToken = provider !== 'listing' && provider !== 'none';
  return [
    isLive
      ? found.ok('facts', 'live mode: fetched from the SEC on demand')
      : found.ok(
          'facts',
          config.LIVE_MODE
            ? 'stored ones only; for those of today: npm run sanad -- setup'
            : 'stored ones only: LIVE_MODE is off',
        ),
    needsToken && secrets.MARKET_API_TOKEN === undefined
      ? found.fail('prices', `MARKET_PROVIDER is ${provider}, which needs MARKET_API_TOKEN: set it`)
      : found.ok(
          'prices',
          isLive || needsToken ? `from ${provider}` : `stored ones only; in live mode from ${provider}`,
        ),
  ];
}
