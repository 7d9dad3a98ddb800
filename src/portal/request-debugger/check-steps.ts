import { rejectionChecks } from "../../contract/portal/request-log.ts";
import type { RejectionCheck } from "../../contract/portal/request-log.ts";

/** What each check looks at, as a question that a request must stand. */
const checkLabels: Record<RejectionCheck, readonly [name: string, question: string]> = {
  route: ["Route", "Is there such a path and method?"],
  media: ["Media type", "Is the body JSON, and not too large?"],
  key: ["Key", "Is the key known, live and not paused?"],
  rate: ["Rate", "Is it within the requests a minute?"],
  network: ["Network", "Does it come from an allowed network?"],
  scope: ["Scope", "Does the key hold the scope?"],
  acting_attorney: ["Acting attorney", "Is there an active one, where one is needed?"],
  input: ["Input", "Are all values in form?"],
  idempotency: ["Idempotency", "Is the idempotency key free for this request?"],
  domain: ["Rules", "Does the record exist, and allow this?"],
  server: ["Server", "Did Caseport itself do its part?"],
};

export type StepState = "passed" | "failed" | "not_reached";

export interface CheckStep {
  check: RejectionCheck;
  name: string;
  question: string;
  state: StepState;
}

/** The checks of a request in their order. A fault of the server is none of them. */
export function listChecks(): Pick<CheckStep, "check" | "name" | "question">[] {
  return rejectionChecks.filter((check) => check !== "server").map((check) => ({ check, name: checkLabels[check][0], question: checkLabels[check][1] }));
}

/**
 * The checks in their order, with how far the request came. `server` is no check of the request: it stands there only when
 * it was what failed, and a fault of ours says nothing about what would have come after it.
 * @param refusedBy null: all checks were stood
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

/** What cures a refusal, as the server names it. */
export type Cure = "edit_scopes" | "acting_attorney" | "rotate" | "resume" | "networks" | "none";

const cureLinks: Record<Cure, { label: string; query: string } | null> = {
  edit_scopes: { label: "Edit the scopes", query: "?tab=edit#scopes" },
  acting_attorney: { label: "Choose an acting attorney", query: "?tab=edit#acting-attorney" },
  networks: { label: "Edit the allowed networks", query: "?tab=edit#networks" },
  // Both are acts of the key's own page.
  rotate: { label: "Rotate the key", query: "" },
  resume: { label: "Resume the key", query: "" },
  none: null,
};

/** The link to the cure: words and address; null where nothing in the portal cures it. */
export function findCureLink(cure: Cure, slug: string, keyId: string): { label: string; href: string } | null {
  const link = cureLinks[cure];
  return link === null ? null : { label: link.label, href: `/o/${slug}/credentials/${keyId}${link.query}` };
}
