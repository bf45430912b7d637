import { join } from 'node:path';
import { dateOfInstant } from '@common/base/calendar';
import { REPOSITORY } from '@common/kit/repository';
import type { Screener } from '@screener/service/open-screener';
import { checkUserAgent } from '@screener/sources/sec-client/user-agent';
import { SANAD } from '@screener/words/commands';
import { wholeNumber } from '@screener/words/numbers';
import { type Command, Option } from 'commander';
import { type CliContext, EXIT, type ExitCode, print, progressOf, refuse, withScreener } from '../context.ts';
import { setInEnvFile } from '../env-file.ts';

interface SetupOptions {
  readonly userAgent?: string;
  readonly priceProvider?: Provider;
  readonly check: boolean;
  readonly file?: string;
}

const PROVIDERS = ['tiingo', 'eodhd', 'massive'] as const;
type Provider = (typeof PROVIDERS)[number];
/** A ticker that every source of prices knows. */
const SAMPLE_TICKER = 'AAPL';

/** `sanad setup` */
export function addSetupCommand(
  program: Command,
  context: CliContext,
  settle: (code: Promise<ExitCode>) => Promise<void>,
): void {
  program
    .command('setup')
    .description('turn on current facts and prices: name yourself to the SEC, once')
    .option('--user-agent <contact>', 'your name and e-mail address, or the address alone')
    .addOption(
      new Option(
        '--price-provider <name>',
        'a source of prices with a key of yours (MARKET_API_TOKEN, or asked for); without one, a public daily listing is used',
      ).choices(PROVIDERS),
    )
    .option('--file <path>', 'the file to write (default: .env beside package.json)')
    .option('--no-check', 'only write the file; ask nobody')
    .action((options: SetupOptions) => settle(setUp(context, options)));
}

async function setUp(context: CliContext, options: SetupOptions): Promise<ExitCode> {
  const contact = options.userAgent ?? (await askContact(context));
  if (contact === null) {
    return refuse(context, { message: 'there is nobody to ask here: give --user-agent "you@example.org".' });
  }
  const userAgent = checkUserAgent(contact);
  if (!userAgent.ok) return refuse(context, userAgent.error);
  const provider = await providerOf(context, options);
  if (provider === 'no_key') {
    return refuse(context, {
      message: 'the price provider needs a key: set MARKET_API_TOKEN and run this again.',
    });
  }
  const file = options.file ?? (context.env.SANAD_ENV_FILE || join(REPOSITORY, '.env'));
  const values = { SEC_USER_AGENT: userAgent.value, ...provider };
  const written = await setInEnvFile(file, values);
  if (!written.ok) return refuse(context, written.error, EXIT.failed);
  const names = Object.keys(values).join(', ');
  print(context, `Written to ${file}, readable by you alone: ${names}.\n`);
  if (!options.check) return EXIT.answered;
  const code = await checkSources({ ...context, env: { ...context.env, ...values } });
  print(context, `Next: npm start, or ${SANAD} screen AAPL\n`);
  return code;
}

async function askContact({ ask = null, stdout }: CliContext): Promise<string | null> {
  if (ask === null) return null;
  stdout.write(
    'The SEC asks every program to name its operator. It gets this address with each request; nobody else does.\n',
  );
  for (;;) {
    const answer = await ask('Your e-mail address (with your name before it, if you like): ', {
      hidden: false,
    });
    if (answer === null || checkUserAgent(answer).ok) return answer;
    stdout.write('That has no e-mail address in plain letters, such as you@example.org.\n');
  }
}

/** Returns the settings of a source of prices that needs a key; empty if the daily listing is used. */
async function providerOf(
  { ask = null, env }: CliContext,
  { priceProvider }: SetupOptions,
): Promise<Readonly<Record<string, string>> | 'no_key'> {
  if (priceProvider === undefined) return {};
  const key =
    env.MARKET_API_TOKEN || ((await ask?.(`Your key for ${priceProvider}: `, { hidden: true })) ?? '');
  if (key.trim() === '') return 'no_key';
  return { MARKET_PROVIDER: priceProvider, MARKET_API_TOKEN: key.trim() };
}

/** Tries the sources and prints which of them work. */
function checkSources(context: CliContext): Promise<ExitCode> {
  return withScreener(context, async (deps, { current }) => {
    const facts = await checkSec(context, deps);
    const prices = await checkPrices(context, deps, current);
    return facts && prices ? EXIT.answered : EXIT.failed;
  });
}

async function checkSec(context: CliContext, { live, store }: Screener['deps']): Promise<boolean> {
  const reached = await live?.refreshTickers();
  if (reached === undefined) {
    print(context, 'Facts: live mode is off (LIVE_MODE). Turn it on to use the SEC.\n');
    return false;
  }
  if (!reached.ok) {
    print(context, `Facts: the SEC was not reached: ${reached.error.message} Try again later.\n`);
    return false;
  }
  const { listings } = await store.countListings();
  print(context, `Facts: the SEC answers; ${wholeNumber(listings)} tickers are known.\n`);
  return true;
}

async function checkPrices(
  context: CliContext,
  { liveQuotes, clock, store }: Screener['deps'],
  current: Screener['current'],
): Promise<boolean> {
  if (liveQuotes === null) {
    print(context, 'Prices: none are fetched (MARKET_PROVIDER=none); stored ones are used.\n');
    return true;
  }
  const progress = progressOf(context, 'Prices');
  const listing = current?.listing ?? null;
  const read =
    listing === null
      ? await liveQuotes.refreshQuotes(SAMPLE_TICKER, dateOfInstant(clock()))
      : await listing
          .read(({ done, total }) => progress.update({ done, total, note: '' }))
          .finally(() => progress.finish());
  if (!read.ok) {
    print(context, `Prices: none were reached: ${read.error.message}\n`);
    return false;
  }
  const newest = (await store.closes(SAMPLE_TICKER)).at(-1);
  const of = newest === undefined ? 'no close is there yet' : `the newest close is of ${newest.date}`;
  print(
    context,
    `Prices: ${listing === null ? 'your provider' : 'the public daily listing'} answers; ${of}.\n`,
  );
  return true;
}
