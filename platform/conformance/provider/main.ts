import { startLocalProvider } from './provider.ts';

/** A provider of payouts that moves no money, for the guide and for trying an adapter. */
const provider = await startLocalProvider({
  apiKey: process.env.PROVIDER_API_KEY ?? 'sk_test_local',
  webhookSecret: process.env.PROVIDER_WEBHOOK_SECRET ?? 'whsec_local',
  port: Number(process.env.PROVIDER_PORT ?? '9200'),
});
console.log(`provider ready at ${provider.url}`);
