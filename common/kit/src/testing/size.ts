/**
 * How large a search is: `quick` in `npm test`, which still finds a planted fault, `full` in `npm run test:long`.
 *
 * @example const runs = size({ quick: 200, full: 10_000 });
 */
export function size(sizes: { readonly quick: number; readonly full: number }): number {
  return process.env.SANAD_TEST_SIZE === 'full' ? sizes.full : sizes.quick;
}
