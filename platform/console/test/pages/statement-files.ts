import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Movement, SignedMovementPage } from '@platform/core/objects/movement';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { signObject } from '@platform/core/signed/signed';
import { joinPages } from '@platform/core/statement/pages';
import { statementPeriod } from '@platform/core/statement/period';
import { reconcile, summaryOf } from '@platform/core/statement/reconcile';
import { createStatementWriter } from '@platform/core/statement/write-file';
import { vector } from './fake-authority.ts';
import { ed, holder } from './held-grant.ts';

const RECEIPT = vector('executed');
const { deployment, status, bundle, who } = RECEIPT;
const WHOSE = { tenant: who.tenant, account: 'acct_operating', month: '2026-06' } as const;
const PERIOD = statementPeriod(WHOSE.month);
const LISTER = holder('pep_list', 'pep', null, ed());

/** In the bank's list only: the receipt's plugin names no account of its tenant. */
const MOVEMENT: Movement = {
  movement_id: 'txn_1',
  booked_at: '2026-06-01T09:00:05.000Z',
  ...{ direction: 'out', amount: '250', balance: '750', text: null },
  other_account: 'DE02',
  reference: 'INVOICEINV7',
  idempotency_key: unwrap(openReceipt(nodeCrypto, RECEIPT)).what.action.idempotency_key,
};

function listed(): SignedMovementPage {
  const page: SignedMovementPage['page'] = {
    type: 'sanad/movements/1',
    deployment,
    tenant: WHOSE.tenant,
    account: WHOSE.account,
    ...PERIOD.movements,
    after: null,
    ...{ plugin: 'treasury', counterparty: 'bank', currency: 'EUR', opening: '1000', closing: '750' },
    movements: [MOVEMENT],
    more: false,
    listed_at: '2026-07-01T09:00:00.000Z',
  };
  const { hash, signature } = signObject(nodeCrypto, LISTER.signer, page);
  return { page, page_hash: hash, signature };
}

/** June of the published receipt, alone, or with a list that another key signed, as a person chooses it. */
export function statementFile(isListed: boolean, change: (text: string) => string = (text) => text) {
  const writer = createStatementWriter(nodeCrypto);
  const { log } = status;
  const { log_root_signature: signature } = bundle;
  if (log === null || signature === null) throw new Error('the receipt is in no log');
  const { hash } = signObject(nodeCrypto, LISTER.signer, log.tree_head);
  const pages = isListed ? [listed()] : [];
  const joined = joinPages(
    { deployment, ...WHOSE, days: PERIOD.movements },
    pages.map(({ page }) => page),
  );
  const text = [
    writer.head({
      type: 'sanad/account-statement/1',
      deployment,
      ...WHOSE,
      head: { tree_head: log.tree_head, tree_head_hash: hash, signature },
      keys: {
        ...(isListed ? { pep_list: LISTER.entry } : {}),
        [signature.kid]: bundle.keys[signature.kid] ?? LISTER.entry,
      },
    }),
    writer.receipt(RECEIPT, log.inclusion_proof),
    ...pages.map(writer.movements),
    writer.end(joined.ok ? summaryOf(reconcile({ period: PERIOD, rows: [], listed: joined.value })) : null),
  ].join('');
  return { name: 'june.jsonl', buffer: Buffer.from(change(text)) };
}
