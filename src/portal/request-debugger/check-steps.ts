import { rejectionChecks, type RejectionCheck } from "../../contract/portal/request-log.ts";

const checkLabels: Record<RejectionCheck, readonly [name: string, question: string]> = {
  route: ["Route", "The path and method exist."],
  media: ["Media type", "The body is JSON and within the size limit."],
  key: ["Key", "The key is valid, not expired and not paused."],
  rate: ["Rate", "The request is within the rate limit."],
  network: ["Network", "The IP address is in an allowed network."],
  scope: ["Scope", "The key has the required scope."],
  acting_attorney: ["Acting attorney", "The acting attorney is active, if one is required."],
  input: ["Input", "All values are valid."],
  idempotency: ["Idempotency", "The idempotency key is not used by another request."],
  domain: ["Rules", "The record exists and allows the operation."],
  server: ["Server", "Caseport processed the request without an internal error."],
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
  return rejectionChecks.filter((check) => check !== "server").map((check) => ({ check, name: checkLabels[check][0], question: checkLabels[check][1] }));
}

/**
 * The checks with how far the request came. `server` appears only if it failed; what would have followed is unknown.
 * @param refusedBy null if all checks passed
 */
export function listSteps(refusedBy: RejectionCheck | null): CheckStep[] {
  const shown = rejectionChecks.filter((check) => check !== "server" || refusedBy === "server");
  const failing = refusedBy === null ? shown.length : shown.indexOf(refusedBy);
  return shown.map((check, index) => {
    const [name, question] = checkLabels[check];
    const state = index < failing ? "passed" : index === failing ? "failed" : "not_reached";
    return { check, name, question, state: refusedBy === "server" && state === "passed" ? "not_reached" : state };
  });
}

export type Cure = "edit_scopes" | "acting_attorney" | "rotate" | "resume" | "networks" | "none";

const cureLinks: Record<Cure, { label: string; query: string } | null> = {
  edit_scopes: { label: "Edit scopes", query: "?tab=edit#scopes" },
  acting_attorney: { label: "Choose acting attorney", query: "?tab=edit#acting-attorney" },
  networks: { label: "Edit allowed networks", query: "?tab=edit#networks" },
  // Both are actions of the key's page.
  rotate: { label: "Rotate key", query: "" },
  resume: { label: "Resume key", query: "" },
  none: null,
};

export function findCureLink(cure: Cure, slug: string, keyId: string): { label: string; href: string } | null {
  const link = cureLinks[cure];
  return link === null ? null : { label: link.label, href: `/o/${slug}/credentials/${keyId}${link.query}` };
}
