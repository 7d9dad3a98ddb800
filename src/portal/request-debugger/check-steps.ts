import { rejectionChecks, type RejectionCheck } from "../../contract/portal/request-log.ts";
import { checkSteps as t } from "./strings.ts";

const checkLabels: Record<RejectionCheck, readonly [name: string, question: string]> = {
  route: [t.route, t.pathAndMethodExist],
  media: [t.mediaType, t.bodyIsJson],
  key: [t.key, t.keyIsValid],
  rate: [t.rate, t.requestIsWithinRate],
  network: [t.network, t.ipAddress],
  scope: [t.scope, t.keyHasRequiredScope],
  acting_attorney: [t.actingAttorney, t.actingAttorneyIsActive],
  input: [t.input, t.allValuesAreValid],
  idempotency: [t.idempotency, t.idempotencyKeyIsUnused],
  domain: [t.rules, t.recordAllowsOperation],
  server: [t.server, t.noInternalError],
};

export type StepState = "passed" | "failed" | "not_reached";

export interface CheckStep {
  check: RejectionCheck;
  name: string;
  question: string;
  state: StepState;
}

/** Server errors are not a check. */
export function listChecks(): Pick<CheckStep, "check" | "name" | "question">[] {
  return rejectionChecks
    .filter((check) => check !== "server")
    .map((check) => ({ check, name: checkLabels[check][0], question: checkLabels[check][1] }));
}

/**
 * The checks with how far the request came. `server` appears only if it failed; what would have followed is unknown.
 *
 * @param rejectedBy null if all checks passed
 */
export function listSteps(rejectedBy: RejectionCheck | null): CheckStep[] {
  const shown = rejectionChecks.filter((check) => check !== "server" || rejectedBy === "server");
  const failing = rejectedBy === null ? shown.length : shown.indexOf(rejectedBy);
  return shown.map((check, index) => {
    const [name, question] = checkLabels[check];
    if (index === failing) return { check, name, question, state: "failed" };
    const hasPassed = index < failing && rejectedBy !== "server";
    return { check, name, question, state: hasPassed ? "passed" : "not_reached" };
  });
}

export type FixLink = "edit_scopes" | "acting_attorney" | "rotate" | "resume" | "networks" | "none";

const fixLinks: Record<FixLink, { label: string; query: string } | null> = {
  edit_scopes: { label: t.editScopes, query: "?tab=edit#scopes" },
  acting_attorney: { label: t.chooseActingAttorney, query: "?tab=edit#acting-attorney" },
  networks: { label: t.editAllowedNetworks, query: "?tab=edit#networks" },
  // Rotating and resuming are actions of the key's page.
  rotate: { label: t.rotateKey, query: "" },
  resume: { label: t.resumeKey, query: "" },
  none: null,
};

export function findFixLink(fix: FixLink, slug: string, keyId: string): { label: string; href: string } | null {
  const link = fixLinks[fix];
  return link === null ? null : { label: link.label, href: `/o/${slug}/credentials/${keyId}${link.query}` };
}
