import { buildDeadline, buildDeadlineChange, buildTollingSegment } from "../../../prisma/seed/builders/deadlines.ts";
import type { Values } from "../../../prisma/seed/builders/records.ts";
import { expect } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../testing/harness/requests/example-request.ts";
import {
  actorOf,
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../testing/harness/tenant.ts";
import { changeShown } from "../../testing/harness/tenant-requests.ts";
import { createEvent } from "../calendar/fixtures.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { deadline as exampleDeadline } from "./examples.ts";

export interface CreatedDeadline {
  deadlineId: string;
  caseId: string;
  clientId: string;
}

const snapshot = {
  dueOn: "2126-03-01",
  dueTime: null,
  timeZone: "America/New_York",
  effectiveOn: "2126-03-01",
  status: "open",
  verificationStatus: "unverified",
  triggerOn: null,
  tolledDays: 0,
};

/** An open deadline of a new case, or of a given one, due in a hundred years. Another person set its date. */
export async function createDeadline(
  tenant: TestTenant,
  values: Partial<Values<"Deadline">> = {},
): Promise<CreatedDeadline> {
  const { organizationId, attorneyId } = tenant;
  const ofCase = values.caseId === undefined ? await createCase(tenant) : { caseId: values.caseId, clientId: "" };
  const deadline = buildDeadline({
    organizationId,
    caseId: ofCase.caseId,
    dueOn: "2126-03-01",
    setBy: actorOf(tenant),
    onBehalfOfAttorneyId: attorneyId,
    ...values,
  });
  await insertFor(tenant, { Deadline: deadline });
  return { deadlineId: deadline.id, ...ofCase };
}

export async function createDeadlineRows(tenant: TestTenant): Promise<void> {
  const { organizationId, attorneyId } = tenant;
  const { deadlineId, caseId } = await createDeadline(tenant, {
    type: "statute_of_limitations",
    deadlineClass: "limitation",
    isTolled: true,
    recalculation: {
      proposedOn: "2126-04-01",
      triggerOn: "2124-04-01",
      causedBy: { type: "system", id: "system", name: "Caseport" },
      persons: [],
      at: "2026-03-01T00:00:00.000Z",
    },
  });
  const { documentId } = await createDocument(tenant, { caseId });
  const setter = { actorType: "integration_key", actorId: tenant.keyId, onBehalfOfAttorneyId: attorneyId };
  const changed = { after: snapshot, actor: actorOf(tenant), onBehalfOfAttorneyId: attorneyId };
  await insertFor(tenant, {
    DateSetter: { organizationId, recordId: caseId, field: "dateOfIncident", ...setter },
    DeadlineAssignee: { organizationId, deadlineId, memberId: attorneyId },
    TollingSegment: buildTollingSegment({ organizationId, deadlineId, documentId }),
    SentDeadlineWarning: {
      organizationId,
      deadlineId,
      effectiveOn: "2126-02-01",
      days: 30,
      sentAt: "2126-01-02T13:00:00.000Z",
    },
    DeadlineChange: buildDeadlineChange({ organizationId, deadlineId, ...changed }),
    UnsentDeadlineNotice: {
      organizationId,
      id: createId("deadlineNotice"),
      deadlineId,
      change: "set",
      toOn: "2126-03-01",
      memberIds: [attorneyId],
    },
  });
  await tenant.inside(async (transaction) => {
    const policy = {
      limitationVerification: "members",
      otherVerification: "other_persons",
      requireVerificationOf: ["limitation"],
      warningDays: JSON.stringify({ limitation: [30], court: [7], notice: [7], contract: [3], internal: [1] }),
    };
    await transaction
      .insertInto("DeadlinePolicy")
      .values({ organizationId, ...policy })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

const touch = ({ caseId, clientId }: Omit<CreatedDeadline, "deadlineId">, id: string) => ({
  entity: "deadline",
  id,
  relatedIds: [{ entity: "deadline", id }, ...relateCase({ caseId, clientId })],
});

/** A request about a deadline that there is. */
const onDeadline =
  (more: Partial<Arrangement>, values: Parameters<typeof createDeadline>[1] = {}): Scenario =>
  async (tenant) => {
    const created = await createDeadline(tenant, values);
    const { deadlineId, caseId } = created;
    return {
      pathValues: { deadlineId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Deadline", deadlineId, { title: "Changed", revision: 9 }),
      touched: () => touch(created, deadlineId),
      ...more,
    };
  };

const movesOf = { open: ["satisfied", "waived", "superseded", "cancelled"], satisfied: ["open"] };
const ofStatus = (from: "open", to: "satisfied") => ({
  status: { from, to },
  urgency: { from: "later", to: "done" },
  availableTransitions: { from: movesOf[from], to: movesOf[to] },
});
const between = (from: string, to: string) =>
  Object.fromEntries(["actByOn", "dueOn", "effectiveOn"].map((name) => [name, { from, to }]));
const limitation = { type: "statute_of_limitations", deadlineClass: "limitation", dueOn: "2028-01-19" };

export const deadlineScenarios = {
  "deadlines.list": async (tenant) => {
    await createDeadlineRows(tenant);
    return { query: { sort: "due" } };
  },
  "cases.deadlines.list": async (tenant) => {
    const { caseId } = await createDeadline(tenant);
    return {
      pathValues: { caseId },
      query: { sort: "due" },
      remove: () => deleteRow(tenant, "Case", caseId),
    };
  },
  "cases.deadlines.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const assignee = exampleDeadline.assignees[0]?.id ?? "";
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [assignee]: tenant.attorneyId, [exampleDeadline.externalId ?? ""]: newName() },
      change: changeShown(tenant, "Deadline", "deadline", { title: "Changed", revision: 9 }),
      touched: (response: ResponseBody) => {
        const { relatedIds, ...record } = touch(ofCase, readId(response, "deadline"));
        return { ...record, relatedIds: [...relatedIds, { entity: "member", id: tenant.attorneyId }] };
      },
      diff: {},
    };
  },
  "deadlines.get": asRead(onDeadline({})),
  "deadlines.update": onDeadline({
    alsoEmits: ["deadline.updated"],
    diff: ({ title }) => ({ title: { from: "Answer the interrogatories", to: title } }),
  }),
  "deadlines.transition": async (tenant) => {
    const arranged = await onDeadline({})(tenant);
    const deadlineId = arranged.pathValues?.["deadlineId"] ?? "";
    const { caseId } = await tenant.inside((transaction) =>
      transaction.selectFrom("Deadline").select("caseId").where("id", "=", deadlineId).executeTakeFirstOrThrow(),
    );
    const { documentId } = await createDocument(tenant, { caseId, legalHold: true });
    return {
      ...arranged,
      ownValues: { doc_01kf3m8s5w7y9a1c3e5g7j9m1p: documentId },
      alsoEmits: ["deadline.satisfied"],
      diff: {
        ...ofStatus("open", "satisfied"),
        satisfaction: {
          from: null,
          to: {
            on: "2026-03-13",
            documentId,
            docketNumber: null,
            note: null,
            recordedBy: actorOf(tenant),
            recordedAt: anInstant,
          },
        },
      },
    };
  },
  "deadlines.extend": onDeadline(
    {
      diff: {
        ...between("2026-04-03", "2026-04-17"),
        daysLeft: { from: expect.any(Number), to: expect.any(Number) },
        actInDays: { from: expect.any(Number), to: expect.any(Number) },
        dueAt: { from: anInstant, to: anInstant },
        extension: { from: null, to: { fromOn: "2026-04-03", basis: "stipulation", documentId: null, at: anInstant } },
      },
    },
    { dueOn: "2026-04-03" },
  ),
  "deadlines.tolling.set": onDeadline(
    {
      alsoEmits: ["case.updated"],
      diff: {
        conservativeDueOn: { from: null, to: "2028-01-19" },
        dueAt: { from: anInstant, to: anInstant },
        dueOn: { from: "2028-01-19", to: "2028-03-19" },
        tolling: { from: [], to: [expect.objectContaining({ basis: "agreement" })] },
      },
    },
    limitation,
  ),
  "deadlines.verify": onDeadline(
    {
      alsoEmits: ["deadline.verified"],
      diff: {
        verificationStatus: { from: "unverified", to: "verified" },
        verification: { from: null, to: expect.objectContaining({ basis: "court_rule", note: null }) },
      },
    },
    { dueOn: "2026-04-03" },
  ),
  "calendarEvents.affectedDeadlines.get": async (tenant) => {
    const { eventId, caseId } = await createEvent(tenant);
    await createDeadline(tenant, {
      caseId,
      dueOn: "2026-04-13",
      triggerSource: "hearing",
      triggerRecordId: eventId,
      triggerOn: "2026-04-20",
      offset: 7,
      unit: "calendar_days",
      direction: "before",
    });
    return {
      pathValues: { calendarEventId: eventId },
      query: { startOn: "2026-05-04" },
      remove: () => deleteRow(tenant, "CalendarEvent", eventId),
    };
  },
  "deadlines.history.list": asRead(onDeadline({ revision: null })),
  "deadlinePolicy.get": (tenant) => createDeadlineRows(tenant).then(() => ({})),
} satisfies Record<string, Scenario>;
