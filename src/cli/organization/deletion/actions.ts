/**
 * In the audit log from the moment at which a deletion has begun: the records of its beginning, with all counts, and of
 * the accounts that it deleted.
 */
export const [beginAction, accountsAction] = [
  "administration.deleteOrganization",
  "administration.deleteAccounts",
] as const;
