import { runService } from '@common/kit/service';
import { BANKPAY } from './bank/open-bank.ts';
import { PAYOUTS } from './payouts/open-payouts.ts';

const ADAPTERS = {
  payouts: () => runService(process, PAYOUTS),
  bankpay: () => runService(process, BANKPAY),
} as const;

const [, , name = ''] = process.argv;
if (name !== 'payouts' && name !== 'bankpay')
  throw new Error(`name an adapter: ${Object.keys(ADAPTERS).join(' or ')}`);
await ADAPTERS[name]();
