import { findDueAt } from "../../../src/areas/deadlines/calculation/domain.instants.ts";
import { newId, type Given, type Values } from "./records.ts";

/** A change in the history of a deadline. */
export const buildDeadlineChange = (
  values: Given<"DeadlineChange", "organizationId" | "deadlineId" | "after" | "actor">,
): Values<"DeadlineChange"> => ({
  id: newId("deadlineChange", values.at),
  number: 1,
  kind: "created",
  ...values,
});

/** A span of time in which a period does not run: an agreement that is in force. */
export const buildTollingSegment = (
  values: Given<"TollingSegment", "organizationId" | "deadlineId">,
  createdAt?: string,
): Values<"TollingSegment"> => ({
  id: newId("tollingSegment", createdAt),
  basis: "agreement",
  fromOn: "2026-02-01",
  ...values,
});

/**
 * A discovery response that is due at the end of a day: open, and set by hand. Nobody has verified it. What is computed
 * from the day is as if nothing moved it, unless the values say otherwise.
 */
export function buildDeadline(
  values: Given<"Deadline", "organizationId" | "caseId" | "dueOn" | "setBy">,
): Values<"Deadline"> {
  const { dueOn } = values;
  const timeZone = "America/New_York";
  return {
    id: newId("deadline", values.createdAt),
    type: "discovery_response",
    deadlineClass: "court",
    title: "Answer the interrogatories",
    effectiveOn: dueOn,
    actByOn: dueOn,
    originalDueOn: dueOn,
    dueAt: findDueAt(dueOn, null, timeZone),
    timeZone,
    timeZoneBasis: "organization",
    source: "manual",
    warningDays: [30, 7, 1],
    ...values,
  };
}

/** A chain of deadlines that are counted from a day which was set by hand. */
export const buildChain = (
  values: Given<"DeadlineChain", "organizationId" | "caseId" | "templateKey" | "templateName" | "items" | "createdBy">,
): Values<"DeadlineChain"> => ({
  id: newId("deadlineChain", values.createdAt),
  templateRevision: 1,
  triggerSource: "manual",
  triggerOn: "2026-03-04",
  ...values,
});

type ShippedRule = Pick<
  Values<"JurisdictionRule">,
  "key" | "kind" | "jurisdiction" | "rule" | "citation" | "source" | "asOf" | "note"
>;

/** The firm's own text of a shipped rule, unverified. */
export const buildRule = (
  { key, kind, jurisdiction, rule, citation, source, asOf, note }: ShippedRule,
  values: Given<"JurisdictionRule", "organizationId">,
): Values<"JurisdictionRule"> => ({
  id: newId("jurisdictionRule", values.createdAt),
  key,
  kind,
  jurisdiction,
  rule,
  citation,
  source,
  asOf,
  ...(note !== undefined && { note }),
  ...values,
});
