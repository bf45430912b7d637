import type { Term } from './term.ts';

/** Goods for sale, and what they are made of. */
export const INVENTORY: Term = {
  max: [
    'InventoryNet',
    'InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings',
    { sum: ['EnergyRelatedInventory', 'InventoryPartsAndComponentsNetOfReserves'] },
    'ifrs-full:Inventories',
  ],
};
