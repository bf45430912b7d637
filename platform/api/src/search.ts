import { Currency, MandateId, Name, TenantId } from '@platform/core/objects/primitives';
import { Receipt } from '@platform/core/objects/receipt';
import { Kid } from '@platform/core/objects/signature';
import { Type } from 'typebox';

/** Query parameters by which receipts, grants and mandates are found. All that are given have to be true. */

const AmountWanted = (description: string) =>
  Type.String({ pattern: '^(0|[1-9]\\d{0,17})(\\.\\d{1,4})?$', description });
const Day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const { what } = Receipt.properties;

const TEXT = {
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words that the action has somewhere, in any order and case; or the id of a receipt or grant',
    }),
  ),
};
const WHO = {
  person: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Who signed: principal, approver, rejecter' }),
  ),
  agent: Type.Optional(Name),
  key: Type.Optional(Kid),
};
const WHEN = {
  from: Type.Optional(Day('First day, UTC')),
  to: Type.Optional(Day('Last day, UTC')),
};

export const SEARCHED_ACTION = {
  payee: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Name or account of the payee; what it is about',
    }),
  ),
  amount: Type.Optional(AmountWanted('Exactly this amount')),
  amount_from: Type.Optional(AmountWanted('At least this amount')),
  amount_to: Type.Optional(AmountWanted('At most this amount')),
  currency: Type.Optional(Currency),
  reference: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'Read as decisions compare references' }),
  ),
  ...TEXT,
  ...WHEN,
  outcome: Type.Optional(what.properties.outcome),
  ...WHO,
  plugin: Type.Optional(Name),
};

export const SEARCHED_RECEIPT = {
  ...SEARCHED_ACTION,
  account: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The tenant’s own account at the counterparty',
    }),
  ),
  contract_id: Type.Optional(MandateId),
  level: Type.Optional(what.properties.level_achieved),
};

export const SEARCHED_MANDATE = { ...TEXT, ...WHEN, ...WHO, tenant: Type.Optional(TenantId) };

/** How many receipts are not in the search yet; absent if none. */
export const BEHIND_HEADER = 'x-service-search-behind';
