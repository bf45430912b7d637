/** A service of the repository, started by `npm start`. */
export interface Service {
  readonly name: string;
  /** Its entry point, from the root. */
  readonly entry: string;
}

/** In the order in which they are started; none may need another one to start. */
export const SERVICES: readonly Service[] = [{ name: 'screener', entry: 'apps/screener/src/main.ts' }];
