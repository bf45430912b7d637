import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mandate } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import { RECOMPUTE, type Screener, sealedScreening, startScreener } from '../../conformance/screener.ts';
import { firstMandate, makeMandate } from '../mandates.ts';
import type { Narrator } from '../narrator.ts';
import type { Stage } from '../stage.ts';
import type { Verifier } from '../verifier.ts';
import { receiptOf } from './proofs.ts';

/** A day for which the shipped snapshot is current. */
const DAY = '2026-03-31';
/** So that a screening of that day is young enough. */
const MAX_AGE_DAYS = 3_650;
const NOT_SCREENED = ['denied', 'x_trading_not_screened'];

/** What is left of an order, for those who ask later. */
interface SealedOrder {
  readonly grantId: string;
  readonly screening: string;
  readonly issuerKeys: string;
}

/** An agent that may buy only what somebody else has screened. */
export async function screened(stage: Stage, narrator: Narrator): Promise<SealedOrder> {
  narrator.chapter('Only what screens compliant: an order that rests on somebody else’s word');
  narrator.say(
    'The screener is another service, with a key of its own. It seals a screening by a signed statement: the verdict, what each methodology says, and of which day. The shipped facts end in spring, so this asks for a day on which they were current.',
  );
  const screener = await startScreener(stage.folder);
  try {
    return await orders(stage, narrator, screener);
  } finally {
    await screener.stop();
  }
}

async function orders(stage: Stage, narrator: Narrator, screener: Screener): Promise<SealedOrder> {
  const apple = await sealedScreening(screener, 'AAPL', DAY);
  const issuerKeys = await (await fetch(`${screener.url}/.well-known/keys.json`)).text();
  const file = await stage.writeJson('screener-keys.json', JSON.parse(issuerKeys));
  narrator.say('The statement is older than the enrolment: the key counts from when its issuer says.');
  narrator.command('sanad attester add screener --public-key screener-keys.json');
  narrator.show((await stage.sanad('attester', 'add', 'screener', '--public-key', file, '--yes')).out);
  const id = await mandateToBuy(stage);
  narrator.show(await screeningWords(stage, id));

  const buy = (symbol: string, reference: string, signed?: unknown) => {
    const statements = signed === undefined ? {} : { statements: { screened: signed } };
    return stage.tool('place_order', id, {
      ...{ symbol, side: 'buy', notional: '250', currency: 'USD', reference },
      ...statements,
    });
  };
  const done = await buy('AAPL', 'REB-1', apple.signed);
  narrator.expect(`250 USD of AAPL with its statement: ${done.status}`, done.status, 'executed');
  const bank = await sealedScreening(screener, 'JPM', DAY);
  const stale = await sealedScreening(screener, 'AAPL');
  const unknown = await sealedScreening(screener, 'AAPL', '2026-04-30');
  const refused = [
    ['without a statement', await buy('AAPL', 'REB-2')],
    ['a bank, which does not screen compliant', await buy('JPM', 'REB-3', bank.signed)],
    ['with the statement about another symbol', await buy('MSFT', 'REB-4', apple.signed)],
    ['with a statement whose issuer awaits newer facts', await buy('AAPL', 'REB-5', stale.signed)],
    ['with one that says that nothing is known', await buy('AAPL', 'REB-6', unknown.signed)],
  ] as const;
  for (const [what, { status, reason, detail }] of refused)
    narrator.expect(`${what}: ${detail}`, [status, reason], NOT_SCREENED);
  return { grantId: done.grant_id ?? '', screening: apple.text, issuerKeys };
}

/** Publishes rules under which such a screening is young enough, and signs a mandate that needs one. */
async function mandateToBuy(stage: Stage): Promise<string> {
  const { profile } = JSON.parse(
    (await stage.sanad('profile', 'show', 'trading.v1', '--json')).out,
  ) as SignedProfile;
  const terms = profile.attested?.screened;
  if (terms === undefined) throw new Error('the profile names no issuer');
  const symbols = ['AAPL', 'JPM', 'MSFT'];
  const draft = await stage.writeJson('trading-screened.json', {
    ...profile,
    version: '1.0.1',
    rules: { ...profile.rules, symbols },
    attested: { ...profile.attested, screened: { ...terms, max_age_days: MAX_AGE_DAYS } },
  });
  await stage.sanad('profile', 'publish', draft, '--reason', 'a screener', '--yes');
  const { rules } = await firstMandate(stage, 'trading');
  const changes = (mandate: Mandate): Partial<Mandate> => ({
    policy_version: `${mandate.profile}@1.0.1`,
    rules: { ...rules, symbols, screened: ['compliant', 'aaoifi.pass'] },
  });
  return makeMandate(stage, 'screened', changes, 'trading');
}

/** What the person who signs the mandate reads of it. */
async function screeningWords(stage: Stage, id: string): Promise<string> {
  const { out } = await stage.sanad('mandate', 'show', id);
  return out
    .split('\n')
    .filter((line) => /^ *screened/.test(line))
    .join('\n');
}

/** Years later: one receipt, one file, and no service. */
export async function sealedOrder(
  stage: Stage,
  narrator: Narrator,
  verifier: Verifier,
  { grantId, screening, issuerKeys }: SealedOrder,
): Promise<void> {
  narrator.chapter('On whose word: the receipt and the sealed screening, without the screener');
  const receipt = await receiptOf(stage, grantId);
  const { exitCode, printed } = await verifier.verify(receipt, null);
  narrator.expect('the verifier holds the receipt', exitCode, 0);
  const words = printed.replace(/\s+/g, ' ');
  const said = `AAPL was compliant by 5 of 5 methodologies on ${DAY}, as local-screener signed.`;
  narrator.expect(`it says: ${said}`, words.includes(said), true);
  const bench = await openBench(stage, receipt, issuerKeys);
  narrator.command('sanad recompute --keys screener-keys.json --receipt receipt.json aapl.json');
  const whole = await bench.recompute(screening);
  narrator.show(whole.printed);
  narrator.expect('computed again from the filed figures in the file, it agrees', whole.exitCode, 0);
  const figure = screening.search(/(?<="value":\d*)\d(?=\d{4})/);
  const other = await bench.recompute(withOtherDigit(screening, figure));
  narrator.expect('one digit of a filed figure changed: the recomputation differs', other.exitCode, 1);
  const text = JSON.stringify(receipt);
  const changed = await verifier.verify(JSON.parse(withOtherDigit(text, text.search(DAY) + 3)), null);
  narrator.expect(
    `one digit of the statement in the receipt changed: fails (failing: ${changed.failed.join(', ')})`,
    [changed.exitCode, changed.failed.length > 0],
    [1, true],
  );
}

function withOtherDigit(text: string, at: number): string {
  return `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
}

/** A folder with a receipt and the issuer’s keys, in which the screener’s own auditor runs. */
async function openBench(stage: Stage, receipt: Receipt, issuerKeys: string) {
  const folder = join(stage.folder, 'sealed');
  await mkdir(folder);
  await writeFile(join(folder, 'receipt.json'), JSON.stringify(receipt));
  await writeFile(join(folder, 'screener-keys.json'), issuerKeys);
  return {
    recompute: async (
      screening: string,
    ): Promise<{ readonly exitCode: number; readonly printed: string }> => {
      await writeFile(join(folder, 'aapl.json'), screening);
      const args = [...RECOMPUTE, '--keys', 'screener-keys.json', '--receipt', 'receipt.json', 'aapl.json'];
      return new Promise((resolve) => {
        execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) =>
          resolve({ exitCode: error === null ? 0 : Number(error.code), printed: stdout || stderr }),
        );
      });
    },
  };
}
