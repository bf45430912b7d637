import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startLocalBank } from './bank.ts';
import { startLocalProvider } from './payouts.ts';

const { env } = process;

/** A provider of payouts that moves no money, for the guide and for trying an adapter. */
function startPayouts() {
  return startLocalProvider({
    apiKey: env.PROVIDER_API_KEY ?? 'sk_test_local',
    webhookSecret: env.PROVIDER_WEBHOOK_SECRET ?? 'whsec_local',
    port: Number(env.PROVIDER_PORT ?? '9200'),
  });
}

/**
 * A bank that moves no money. It settles what it accepted after a few seconds, and then returns what has RETURN in its
 * reference.
 */
async function startBank() {
  const keyFile = env.LOCAL_BANK_CLIENT_KEY ?? 'var/bankpay/requests.pub.pem';
  const bank = await startLocalBank({
    clientId: 'sanad',
    clientSecret: env.LOCAL_BANK_CLIENT_SECRET ?? 'secret_local',
    // The adapter makes it on its first start.
    clientKey: () => createPublicKey(readFileSync(keyFile, 'utf8')),
    webhookSecret: env.LOCAL_BANK_WEBHOOK_SECRET ?? `whsec_${Buffer.from('local').toString('base64')}`,
    port: Number(env.LOCAL_BANK_PORT ?? '9201'),
  });
  const settleMs = Number(env.LOCAL_BANK_SETTLE_S ?? '3') * 1_000;
  setInterval(() => {
    for (const { PaymentId: id, Status, StatusUpdateDateTime, Initiation } of bank.payments()) {
      if (Date.now() < Date.parse(StatusUpdateDateTime) + settleMs) continue;
      const comesBack = Initiation.RemittanceInformation?.Reference.includes('RETURN') ?? false;
      if (Status === 'AcceptedSettlementInProcess') bank.become(id, 'AcceptedSettlementCompleted');
      else if (Status === 'AcceptedSettlementCompleted' && comesBack) bank.become(id, 'Returned');
    }
  }, 500);
  return bank;
}

const [, , which = ''] = process.argv;
const { url } = await (which === 'bank' ? startBank() : startPayouts());
console.log(`${which === 'bank' ? 'bank' : 'provider'} ready at ${url}`);
