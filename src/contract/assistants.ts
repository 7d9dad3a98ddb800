import { listRolesWith } from "./permissions.ts";
import { limitToMcp, optInScopes } from "./mcp.ts";
import { isElevated, scopeCatalog, type Scope } from "./scopes.ts";

/**
 * The scopes that a connected assistant can be given: none that a platform administrator grants, and none that
 * assistants never have.
 */
export const connectableScopes: readonly Scope[] = [...limitToMcp(new Set(scopeCatalog.keys()), true)].filter(
  (scope) => !isElevated(scope),
);

/** What the published metadata suggests to clients: to read what is not among the sensitive records. */
export const suggestedScopes: readonly Scope[] = connectableScopes.filter(
  (scope) => scope.endsWith(":read") && !optInScopes.has(scope),
);

/** The roles whose members can connect assistants: those that can manage keys. */
export const assistantManagers: readonly string[] = listRolesWith("integrations:manage");

/** Of a request of REST with a token of a connected assistant. */
export const connectedTokenMessage =
  "The token is of a connected assistant and works at /mcp alone. Use an integration key for the API";

/** How long a connection can last, in days; the second is suggested. As other keys, it is never without an end. */
export const connectionDays = [30, 90, 180, 365] as const;

/** Minutes. */
export const accessTokenMinutes = 30;
/** Seconds: RFC 6749 4.1.2 allows ten minutes, but clients exchange a code at once. */
export const codeSeconds = 60;
/** An assistant that is not used for this long must be connected again. Days. */
export const refreshTokenDays = 30;
