import type { McpPolicy, OperationMeta } from "./operation.ts";
import type { Scope } from "./scopes.ts";

/** What the paths of assistants' tools begin with. */
export const mcpPath = "/mcp";

/** A path of tools: all operations, or those of an area, and each with `/readonly`. */
export const toolPath = /^\/mcp(?:\/area\/([a-z-]+))?(\/readonly)?$/;

/** Below it clients read how to get a token for a path of tools, which follows: RFC 9728 3.1. */
export const resourceMetadataPath = "/.well-known/oauth-protected-resource";

/** What the challenge of a 401 at a path names: RFC 9728 5.1. */
export function writeResourceMetadataUrl(baseUrl: string, path: string): string {
  return `${baseUrl}${resourceMetadataPath}${toolPath.test(path) ? path : mcpPath}`;
}

/**
 * Documents are among them because any of them can be privileged; notes, tasks, deadlines and events of the calendar,
 * because they say what the records say; signature requests,
 * because people are bound by them.
 */
export const optInScopes: ReadonlySet<Scope> = new Set<Scope>([
  "medical:read",
  "medical:write",
  "intake:read",
  "intake:write",
  "documents:read",
  "documents:write",
  "notes:read",
  "notes:write",
  "tasks:read",
  "tasks:write",
  "deadlines:read",
  "deadlines:write",
  "calendar:read",
  "calendar:write",
  "settlements:read",
  "settlements:write",
  "referrals:read",
  "referrals:write",
  "esign:read",
  "esign:write",
  "communications:read",
  "communications:write",
]);

/**
 * What the switch `mcpSensitiveRecords` of a key opens to assistants, in the words of the portal and the reference: the
 * areas of `optInScopes`, and what operations of other areas declare.
 */
export const sensitiveRecords =
  "medical, intake, document, note, task, deadline, calendar, signature, incident, court action, settlement, referral and communication records";

/**
 * Clients' money, keys, members, identifiers, what is privileged, webhooks and files with whole parts of the
 * organization's data.
 */
const neverScopes: ReadonlySet<Scope> = new Set<Scope>([
  "org:manage",
  "members:write",
  "clients:pii",
  "notes:privileged",
  "communications:content",
  "webhooks:write",
  "exports:write",
  "trust:read",
  "trust:write",
]);

/**
 * The declared policy, or the one that follows from the operation's scope and kind: files travel by URL, not through an
 * assistant.
 */
export function mcpPolicyOf({ mcp, scope, returnsSecret, upload, completes, deprecated }: OperationMeta): McpPolicy {
  if (mcp !== undefined) return mcp;
  if (returnsSecret === true || upload === true || completes === true || deprecated !== undefined) return "never";
  if (scope === null) return "allow";
  if (neverScopes.has(scope)) return "never";
  return optInScopes.has(scope) ? "optIn" : "allow";
}

/**
 * The scopes that an assistant has of those of its key. Operations, events and reports that show records by scope show
 * an assistant no more than these.
 */
export function limitToMcp(scopes: ReadonlySet<Scope>, hasSensitive: boolean): ReadonlySet<Scope> {
  return new Set([...scopes].filter((scope) => !neverScopes.has(scope) && (hasSensitive || !optInScopes.has(scope))));
}
