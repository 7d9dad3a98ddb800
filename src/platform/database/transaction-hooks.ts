/**
 * What runs in the transaction of a change besides the change. A database is opened with its hooks
 * (`composition/transaction-hooks.ts`), because this layer knows no area. The file that calls a hook declares it, with
 * `declare module`; a process without the hook does not compile.
 */
export interface TransactionHooks {}

/** For a process that changes nothing that has hooks: it does not load the areas. A hook that is used fails. */
export const noHooks = new Proxy({} as TransactionHooks, {
  get: (_, name) => {
    throw new Error(`This database was opened without the hook ${String(name)}`);
  },
});
