import type { PortalOutputs } from "../client/trpc.ts";
import { nameRole } from "../ui/role-name.ts";

export type AuditPage = PortalOutputs["audit"]["list"];
export type AuditEntry = AuditPage["entries"][number];

/** The kinds of records that are relevant to security, and what the portal calls them. */
export const entityTitles = {
  integration_key: "Integration keys",
  scope_request: "Elevated scopes",
  member: "Members",
  user: "Sign-in and accounts",
  organization: "Organization",
  webhook_subscription: "Webhooks",
  audit_trail: "Exports of this trail",
} as const;

export type SecurityEntity = keyof typeof entityTitles;

/**
 * What happened, as a sentence after the actor's name; % is the name of what it is about. By action and, where one action touches
 * several kinds of records, by action and kind.
 */
const sentences: Readonly<Record<string, string>> = {
  "serviceAccounts.create": "created the key %",
  "serviceAccounts.create scope_request": "asked for the elevated scope %",
  "serviceAccounts.update": "changed the key %",
  "serviceAccounts.update scope_request": "changed what is asked for: %",
  "serviceAccounts.pause": "paused the key %",
  "serviceAccounts.resume": "resumed the key %",
  "serviceAccounts.rotate": "gave the key % a new secret",
  "serviceAccounts.revoke": "revoked the key %",
  "serviceAccounts.revoke scope_request": "withdrew the request for %, with its key",
  "webhooks.create": "subscribed the webhook %",
  "webhooks.update": "changed the webhook %",
  "webhooks.delete": "deleted the webhook %",
  "webhooks.test": "sent a test to the webhook %",
  "webhooks.enable": "enabled the webhook %",
  "webhooks.disable": "disabled the webhook %",
  "webhooks.rotateSecret": "gave the webhook % a new signing secret",
  "webhooks.recover": "had missed events delivered to the webhook %",
  "webhooks.redeliver": "had the delivery % made again",
  "webhooks.deliver": "stopped the webhook % for what came of its deliveries",
  "keys.withdrawScopeRequest": "withdrew the request for %",
  "notices.describeExpiryMail": "told that the key % ends soon",
  "scopeRequests.lapse": "let the request for % lapse after 14 days",
  "administration.decideScopeRequest": "decided on the elevated scope %",
  "administration.decideScopeRequest integration_key": "changed the key % with that decision",
  "administration.setRateLimits": "changed the rate limits of %",
  "administration.setReporting": "changed whether reports of the firms above include %",
  "team.invite": "invited %",
  "team.update": "changed what % may do",
  "team.update integration_key": "stopped the key %, whose acting attorney is no attorney any more",
  "team.deactivate": "deactivated %",
  "team.deactivate integration_key": "stopped the key %, whose acting attorney was deactivated",
  "team.reactivate": "reactivated %",
  "team.acceptInvitation": "accepted the invitation",
  "audit.noteExport": "exported the audit trail",
  "sign_in.succeeded": "signed in",
  "sign_in.refused": "was refused at sign-in",
  "sign_out.succeeded": "signed out",
  "second_factor.shown": "confirmed with the second factor",
  "second_factor.refused": "showed a wrong code of the second factor",
  "second_factor.prepared": "began to set up a second factor",
  "second_factor.enabled": "set up a second factor",
  "second_factor.disabled": "switched the second factor off",
  "recovery_code.used": "used a recovery code",
  "recovery_code.refused": "tried a wrong recovery code",
  "recovery_codes.renewed": "made new recovery codes",
  "password.reset_requested": "asked for a link to set a new password",
  "password.reset": "set a new password with a link",
  "password.changed": "changed the password",
  "sessions.ended": "signed out everywhere",
  "sessions.others_ended": "signed out everywhere else",
  "session.ended": "ended one of the sessions",
};

/** A sentence in parts: what stands before the name of the record, the name, what stands after it. */
export interface AuditSentence {
  before: string;
  /** null where the sentence names no record. */
  name: string | null;
  after: string;
}

/** What an entry tells, after the actor's name. An action without words of its own goes by its name. */
export function describeEntry({ action, entity, entityId, entityLabel }: Pick<AuditEntry, "action" | "entity" | "entityId" | "entityLabel">): AuditSentence {
  const sentence = sentences[`${action} ${entity}`] ?? sentences[action] ?? `ran ${action} on ${entity.replaceAll("_", " ")} %`;
  const [before = "", after] = sentence.split("%");
  return { before, name: after === undefined ? null : (entityLabel ?? entityId), after: after ?? "" };
}

const fieldTitles: Readonly<Record<string, string>> = {
  actingAttorneyId: "acting attorney",
  isAttorney: "attorney",
  deactivatedAt: "deactivated",
  expiresAt: "ends",
  validUntil: "ends",
  webhookAllowedHosts: "webhook hosts",
  allowedNetworks: "allowed networks",
  reportIncludeChildOrganizations: "reports over child organizations",
};

/** A field's name in words: `pausedAt` is "paused at". */
export function nameField(field: string): string {
  return fieldTitles[field] ?? field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A value of a change as text. Instants are told by the page, in the reader's zone. */
export function formatValue(value: unknown, field = ""): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return field === "role" ? nameRole(value) : value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map((each) => formatValue(each)).join(", ");
  return JSON.stringify(value);
}

/** Whether a value is an instant as the API writes them. */
export function isInstant(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value);
}
