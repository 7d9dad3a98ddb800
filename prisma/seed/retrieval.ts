import type { Row } from "../../src/platform/database/tables.ts";
import { buildRequestStep, buildRetrievalRequest } from "./builders/medical.ts";
import type { Values } from "./builders/records.ts";
import type { FirmContacts } from "./contacts.ts";
import type { CaseFacility } from "./facilities.ts";
import { endOf, type Firm } from "./firm.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";
import { finishedPaths, retrievalPaths, storyPath } from "./retrieval-paths.ts";
import { relateFacility } from "./care.ts";

type Request = Row<"RetrievalRequest">;

const earlyStages: ReadonlySet<string> = new Set(["intake", "investigation"]);

/** Each step of a path takes some days. */
const daysPerStep = 3;
const longestDays = 160;

/** Creates a request for about half the facilities whose records or bills are wanted, each somewhere on its way. */
export function buildRetrievalRequests(
  firm: Firm,
  facilities: readonly CaseFacility[],
  { vendors }: FirmContacts,
): void {
  const stories = new Set<string>();
  let turn = 0;
  for (const bound of facilities) {
    const { facility, firmCase } = bound;
    if (!(facility.recordsNeeded || facility.billsNeeded) || earlyStages.has(firmCase.row.matterStage)) continue;
    // The first request of the story's case has the story's path; the others take turns, so that every path is gone.
    const isStory = firmCase.isStory && !stories.has(firmCase.row.id);
    if (isStory) stories.add(firmCase.row.id);
    else if (firm.random.chance(0.45)) continue;
    const latest = endOf(firm, firmCase);
    const paths = latest < firm.now ? finishedPaths : retrievalPaths;
    const path = isStory ? storyPath : (paths[turn++ % paths.length] ?? storyPath);
    const earliest = Math.max(Date.parse(facility.createdAt), latest - longestDays * dayMilliseconds);
    const latestDraft = latest - path.length * daysPerStep * dayMilliseconds;
    if (latestDraft < earliest) continue;
    const draft = describeRequest(firm, bound, vendors, firm.random.instant(earliest, latestDraft));
    const { RetrievalRequest: request } = firm.add({ RetrievalRequest: draft });
    firm.history.recordCreation("retrieval_request.created", request, relateFacility(bound), firm.actor);
    followPath(firm, bound, request, path);
  }
}

/** The request as it was drafted. */
function describeRequest(
  firm: Firm,
  { facility, firmCase }: CaseFacility,
  vendors: readonly Row<"Contact">[],
  createdAt: number,
): Values<"RetrievalRequest"> {
  const { random } = firm;
  const at = toInstant(createdAt);
  const year = at.slice(0, 4);
  const allDates = random.chance(0.25);
  const wanted = [...(facility.recordsNeeded ? ["records"] : []), ...(facility.billsNeeded ? ["bills"] : [])];
  return buildRetrievalRequest({
    organizationId: firm.organizationId,
    requestNumber: `RR-${year}-${String(firm.rows.RetrievalRequest.length + 1).padStart(5, "0")}`,
    caseId: facility.caseId,
    clientId: facility.clientId,
    facilityId: facility.id,
    vendorId: random.chance(0.6) ? random.pick(vendors).id : null,
    requestType: wanted.join("_and_"),
    recordTypes: random.pickSome(
      ["office_notes", "operative_reports", "imaging_reports", "lab_results", "itemized_statement"],
      3,
    ),
    dateRangeStartOn: allDates ? null : firmCase.row.dateOfIncident,
    dateRangeEndOn: allDates ? null : at.slice(0, 10),
    allDates,
    purpose: random.pick(["Legal representation", "Personal injury claim"]),
    priority: random.chance(0.15) ? "rush" : "standard",
    deliveryMethod: random.pick(["email", "fax", "mail", "portal"]),
    certificationRequired: random.chance(0.3),
    requestedById: firm.actor.onBehalfOfAttorneyId,
    notes: random.chance(0.3) ? "Send films on disc if they cannot be uploaded." : null,
    externalId: random.chance(0.2) ? `RET-${70_000 + firm.rows.RetrievalRequest.length}` : null,
    createdAt: at,
  });
}

function followPath(firm: Firm, bound: CaseFacility, request: Request, path: readonly string[]): void {
  const requester = `${firm.actingAttorney.firstName} ${firm.actingAttorney.lastName}`;
  const [first = "draft", ...later] = path;
  addStep(firm, request, { at: request.createdAt, status: first, actorName: requester });
  const createdAt = Date.parse(request.createdAt);
  const stepDuration = (endOf(firm, bound.firmCase) - createdAt) / path.length;
  later.forEach((status, position) => {
    // Each step has its own part of the time. A minute apart at least, so that the timeline has one order only.
    const from = createdAt + (position + 0.2) * stepDuration;
    const at = Math.max(firm.random.instant(from, from + 0.8 * stepDuration), Date.parse(request.updatedAt) + 60_000);
    const patch = enterStatus(firm, request, status, at);
    firm.history.recordChange("retrieval_request.status_changed", request, patch, {
      at,
      relatedIds: relateFacility(bound),
      actor: firm.actor,
    });
    const isOurs = ["awaiting_authorization", "ready", "submitted", "fee_approved", "under_review"].includes(status);
    addStep(firm, request, {
      at: request.updatedAt,
      status,
      actorName: isOurs ? requester : firm.actor.name,
      note: request.statusReason,
    });
  });
}

function addStep(
  { add, organizationId }: Firm,
  request: Request,
  step: Omit<Parameters<typeof buildRequestStep>[0], "organizationId" | "requestId">,
): void {
  add({ RetrievalRequestStep: buildRequestStep({ organizationId, requestId: request.id, ...step }) });
}

const reasons: Record<string, string> = {
  rejected: "The authorization lacks the date of birth.",
  no_response: "No answer within 14 days.",
  on_hold: "The client changed providers.",
  escalated: "Right-of-access letter sent.",
  fee_disputed: "The fee is above the statutory maximum.",
  incomplete: "Pages 40 to 62 are missing.",
  no_records: "No patient of this name.",
  cancelled: "The records came by another way.",
  expired: "The authorization was not signed in time.",
};

/** The fields that change when the request gets this status. */
function enterStatus(firm: Firm, request: Request, status: string, at: number): Partial<Request> {
  const instant = toInstant(at);
  const changed = { status, statusReason: reasons[status] ?? null, statusChangedAt: instant };
  return { ...changed, ...statusPatches[status]?.({ firm, request, at, instant }) };
}

interface StatusChange {
  firm: Firm;
  request: Request;
  at: number;
  instant: string;
}

const inDays = (at: number, days: number): string => toDay(at + days * dayMilliseconds);

const statusPatches: Record<string, (change: StatusChange) => Partial<Request>> = {
  awaiting_authorization: () => ({ authorizationStatus: "pending" }),
  ready: ({ at }) => ({ authorizationStatus: "signed", authorizationExpiresOn: inDays(at, 365) }),
  submitted: ({ request, at, instant }) => ({
    submittedAt: request.submittedAt ?? instant,
    dueOn: inDays(at, 30),
    followUpOn: inDays(at, 10),
    ...(request.submittedAt !== null && { followUpCount: request.followUpCount + 1, lastFollowUpAt: instant }),
  }),
  acknowledged: ({ firm, request, instant }) => ({
    acknowledgedAt: instant,
    vendorReference: request.vendorId === null ? null : `V-${firm.random.digits(6)}`,
  }),
  rejected: () => ({ authorizationStatus: "rejected", followUpOn: null }),
  escalated: ({ request, at, instant }) => ({
    followUpCount: request.followUpCount + 1,
    lastFollowUpAt: instant,
    followUpOn: inDays(at, 7),
  }),
  fee_requested: ({ firm }) => ({ feeQuotedCents: firm.random.integer(1_500, 24_000) }),
  fee_approved: ({ request }) => ({ feeApprovedCents: request.feeQuotedCents }),
  partially_received: ({ firm }) => ({ pagesReceived: firm.random.integer(8, 60) }),
  received: ({ firm, request, instant }) => ({
    receivedAt: instant,
    pagesReceived: (request.pagesReceived ?? 0) + firm.random.integer(12, 480),
    followUpOn: null,
  }),
  completed: ({ instant }) => ({ completedAt: instant }),
  no_records: ({ instant }) => ({ completedAt: instant, followUpOn: null }),
  cancelled: () => ({ followUpOn: null }),
  expired: () => ({ authorizationStatus: "expired", followUpOn: null }),
};
