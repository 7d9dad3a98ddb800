import type { PortalOutputs } from "../client/trpc.ts";
import { nameRole } from "../../contract/role-name.ts";

export type AuditPage = PortalOutputs["audit"]["list"];
export type AuditEntry = AuditPage["entries"][number];

export const entityTitles = {
  integration_key: "API keys",
  scope_request: "Elevated scopes",
  member: "Members",
  user: "Sign-in and accounts",
  organization: "Organization",
  webhook_subscription: "Webhooks",
  audit_trail: "Audit log exports",
} as const;

export type SecurityEntity = keyof typeof entityTitles;

/**
 * A sentence after the actor's name; % is the record's name. By action and, for actions on several entities, by action
 * and entity.
 */
const sentences: Readonly<Record<string, string>> = {
  "serviceAccounts.create": "created key %",
  "serviceAccounts.create scope_request": "requested the elevated scope %",
  "serviceAccounts.update": "changed key %",
  "serviceAccounts.update scope_request": "changed the request for %",
  "serviceAccounts.pause": "paused key %",
  "keys.reportLeak": "reported key % as leaked, which paused it",
  "serviceAccounts.resume": "resumed key %",
  "serviceAccounts.rotate": "rotated key %",
  "serviceAccounts.revoke": "revoked key %",
  "serviceAccounts.revoke scope_request": "withdrew the request for % with its key",
  "webhookSubscriptions.create": "created webhook %",
  "webhookSubscriptions.update": "changed webhook %",
  "webhookSubscriptions.delete": "deleted webhook %",
  "webhookSubscriptions.test": "sent a test to webhook %",
  "webhookSubscriptions.enable": "enabled webhook %",
  "webhookSubscriptions.disable": "disabled webhook %",
  "webhookSubscriptions.rotateSecret": "rotated the signing secret of webhook %",
  "webhookSubscriptions.recover": "recovered missed events for webhook %",
  "webhookDeliveries.redeliver": "redelivered %",
  "webhookDeliveries.send": "stopped webhook % after failed deliveries",
  "keys.endSecret": "ended the previous secret of key %",
  "keys.withdrawScopeRequest": "withdrew the request for %",
  "notices.sendExpiryReminder": "sent an expiry reminder for key %",
  "scopeRequests.expire": "expired the request for % after 14 days",
  // Until 2026-11-29.
  "scopeRequests.lapse": "expired the request for % after 14 days",
  "administration.decideScopeRequest": "decided the request for the elevated scope %",
  "administration.decideScopeRequest granted": "granted the elevated scope %",
  "administration.decideScopeRequest denied": "denied the elevated scope %",
  "administration.decideScopeRequest integration_key": "changed key % with that decision",
  "administration.setRateLimits": "changed the rate limits of %",
  "administration.setReporting": "changed the parent reporting of %",
  "administration.createOrganization": "created organization %",
  "administration.createOrganization member": "invited the owner %",
  "administration.updateOrganization": "changed the parent, headquarters or time zone of %",
  "organization.update": "changed the settings of %",
  "administration.addChild": "placed an organization below %",
  "administration.removeChild": "removed an organization from below %",
  "members.create": "invited %",
  "members.update": "changed %",
  "members.update integration_key": "stopped key % because its acting attorney can no longer act for keys",
  "members.resendInvitation": "resent the invitation to %",
  "members.transition suspended": "suspended %",
  "members.transition deactivated": "deactivated %",
  "members.transition active": "reactivated %",
  "members.transition invited": "invited % again",
  "members.transition integration_key actingAttorney":
    "gave key % another acting attorney when its own was deactivated",
  "members.transition integration_key": "stopped key % because its acting attorney was suspended or deactivated",
  "members.deactivationPreview.get": "viewed what depends on %",
  "members.outOfOffice.set": "set the absence of %",
  "members.outOfOffice.delete": "ended the absence of %",
  "members.endAbsence": "ended the absence of %",
  "teams.create": "created team %",
  "teams.update": "changed team %",
  "teams.members.set": "changed the members of team %",
  "teams.delete": "deleted team %",
  // Actions on members from before they had operations.
  "team.invite": "invited %",
  "team.update": "changed the permissions of %",
  "team.update integration_key": "stopped key % because its acting attorney lost the role",
  "team.deactivate": "deactivated %",
  "team.deactivate integration_key actingAttorney": "gave key % another acting attorney when its own was deactivated",
  "team.deactivate integration_key": "stopped key % because its acting attorney was deactivated",
  "team.reactivate": "reactivated %",
  "team.acceptInvitation": "accepted the invitation",
  "audit.noteExport": "exported the audit log",
  "sign_in.succeeded": "signed in",
  "sign_in.refused": "failed to sign in",
  "sign_out.succeeded": "signed out",
  "second_factor.shown": "confirmed with the second factor",
  "second_factor.refused": "entered a wrong second-factor code",
  "second_factor.prepared": "started second-factor setup",
  "second_factor.enabled": "set up a second factor",
  "second_factor.disabled": "turned off the second factor",
  "passkey.added": "added a passkey",
  "passkey.renamed": "renamed a passkey",
  "passkey.removed": "removed a passkey",
  "passkey.refused": "used a passkey that was rejected",
  "recovery_code.used": "used a recovery code",
  "recovery_code.refused": "entered a wrong recovery code",
  "recovery_codes.renewed": "created new recovery codes",
  "password.reset_requested": "requested a password reset link",
  "password.reset": "reset the password",
  "password.changed": "changed the password",
  "sessions.ended": "signed out everywhere",
  "sessions.others_ended": "signed out of all other sessions",
  "session.ended": "ended a session",
};

export interface AuditSentence {
  before: string;
  /** null if the sentence names no record. */
  name: string | null;
  after: string;
}

type Described = Pick<AuditEntry, "action" | "entity" | "entityId" | "entityLabel"> &
  Partial<Pick<AuditEntry, "changes">>;

/** `trustAccounts.reconciliation` is "trust accounts reconciliation". */
const toWords = (name: string) => name.replaceAll(/[.A-Z]/g, (mark) => (mark === "." ? " " : ` ${mark.toLowerCase()}`));

/** Of an action without a sentence: reads of records with an elevated scope, most of all. */
function describeUnnamed(action: string, entity: string): string {
  const [, noun = action, verb = ""] = /^(.+)\.(\w+)$/.exec(action) ?? [];
  const isRead = /^(?:get|list|search|find|read|preview|download)/.test(verb);
  if (!isRead) return `used “${toWords(action)}” on ${entity.replaceAll("_", " ")} %`;
  return entity === "organization" ? `viewed ${toWords(noun)}` : `viewed ${entity.replaceAll("_", " ")} %`;
}

/** The sentence of an entry. */
export function describeEntry({ action, entity, entityId, entityLabel, changes = {} }: Described): AuditSentence {
  const [field = ""] = Object.keys(changes);
  const sentence =
    sentences[`${action} ${entity} ${field}`] ??
    sentences[`${action} ${entity}`] ??
    sentences[`${action} ${String(changes["status"]?.to)}`] ??
    sentences[action] ??
    describeUnnamed(action, entity);
  const [before = "", after] = sentence.split("%");
  return { before, name: after === undefined ? null : (entityLabel ?? entityId), after: after ?? "" };
}

const fieldTitles: Readonly<Record<string, string>> = {
  actingAttorneyId: "acting attorney",
  isAttorney: "attorney",
  officeId: "office",
  canActForKeysByApi: "acts for keys managed by API",
  deactivatedAt: "deactivated",
  expiresAt: "expiry",
  validUntil: "expiry",
  webhookAllowedHosts: "webhook hosts",
  allowedNetworks: "allowed networks",
  reportIncludeChildOrganizations: "reports including child organizations",
  mcpSensitiveRecords: "sensitive records for assistants",
  vendorContactId: "vendor",
  keysVisibleTo: "headquarters that see its keys",
  hostedAssistantsAllowed: "whether hosted assistants can be connected",
};

/** `pausedAt` is "paused at". */
export function nameField(field: string): string {
  return fieldTitles[field] ?? field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Instants are formatted by the page, in the reader's time zone. */
export function formatValue(value: unknown, field = ""): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return field === "role" ? nameRole(value) : value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map((each) => formatValue(each)).join(", ");
  return JSON.stringify(value);
}

export function isInstant(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value);
}
