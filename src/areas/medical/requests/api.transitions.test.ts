import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { expectRejection, expectSuccess } from "../../../testing/conformance/subject.ts";
import { countTraces, readEvents } from "../../../testing/harness/traces.ts";
import { retrievalTransitions } from "./domain.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { createFacility, createRetrievalRequest } from "../fixtures.ts";
import { createAuthorization, createCaseDocument, createReadyRequest } from "../fixtures.records.ts";
import { RetrievalStatus, type RetrievalRequest } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const shown = ({ body, text }: Reply): RetrievalRequest => {
  expect(body["success"], text).toBe(true);
  return body["retrievalRequest"] as RetrievalRequest;
};
const move = (requestId: string, body: object) =>
  api.change("POST", `/retrieval-requests/${requestId}/transitions`, body);
const read = async (requestId: string) => shown(await api.get(`/retrieval-requests/${requestId}`));

async function draft(values: Record<string, unknown> = {}): Promise<RetrievalRequest> {
  const { caseId, facilityId } = await createFacility(tenant);
  const authorizationId = await createAuthorization(tenant, caseId);
  return shown(
    await api.change("POST", `/cases/${caseId}/retrieval-requests`, {
      facilityId,
      requestType: "records",
      authorizationId,
      ...values,
    }),
  );
}

/** What each status needs to know. */
const needed: Partial<Record<RetrievalStatus, object>> = {
  fee_requested: { feeQuotedCents: 4_500 },
  fee_disputed: { reason: "Above the statutory maximum" },
  escalated: { reason: "Right-of-access letter" },
  rejected: { reason: "Wrong date of birth" },
  on_hold: { reason: "The client changed providers" },
  incomplete: { reason: "Pages 40 to 62 are missing" },
  partially_received: { pagesReceived: 20 },
  received: { pagesReceived: 120 },
};

describe("a draft", () => {
  test("has the next number, its authorization's status and one timeline entry", async () => {
    const first = await draft();
    const second = await draft({ authorizationId: null, allDates: true, priority: "rush" });
    expect(first).toMatchObject({
      status: "draft",
      authorizationStatus: "signed",
      requestedBy: { id: tenant.attorneyId },
      deliveryMethod: "email",
    });
    expect(second).toMatchObject({ authorization: null, authorizationStatus: "missing", priority: "rush" });
    expect(first.requestNumber).toMatch(/^RR-\d{4}-\d{5}$/);
    expect(Number(second.requestNumber.slice(-5))).toBe(Number(first.requestNumber.slice(-5)) + 1);
    expect(first.timeline.map(({ status }) => status)).toEqual(["draft"]);
  });

  test("requires a facility and an authorization of its case, consistent dates and a unique externalId", async () => {
    const { caseId, facilityId } = await createFacility(tenant);
    const other = await createFacility(tenant);
    const body = { facilityId, requestType: "bills", externalId: "R-1" };
    const post = (changes: object) =>
      api.change("POST", `/cases/${caseId}/retrieval-requests`, { ...body, ...changes });
    const before = await countTraces(tenant);
    expectRejection(await post({ facilityId: other.facilityId }), "NOT_FOUND", "Facility not found");
    expectRejection(
      await post({ authorizationId: await createAuthorization(tenant, other.caseId) }),
      "NOT_FOUND",
      "Authorization not found",
    );
    expectRejection(await post({ vendorId: "con_unknown" }), "NOT_FOUND", "Contact not found");
    expectRejection(
      await post({ dateRangeStartOn: "2026-02-02", dateRangeEndOn: "2026-02-01" }),
      "VALIDATION_FAILED",
      "dateRangeEndOn",
    );
    expectRejection(await post({ allDates: true, dateRangeStartOn: "2026-02-02" }), "VALIDATION_FAILED", "allDates");
    expect(await countTraces(tenant)).toEqual(before);
    expectSuccess(await post({}));
    expectRejection(await post({}), "DUPLICATE_ENTRY", "externalId");
  });
});

describe("moves", () => {
  test.each(RetrievalStatus.options)(
    "from %s only those of the table are allowed, and the error lists them",
    async (status) => {
      const { requestId } = await createReadyRequest(tenant, { status });
      const rejected = RetrievalStatus.options.filter((to) => !retrievalTransitions[status].includes(to as never));
      for (const toStatus of rejected) {
        const allowed =
          retrievalTransitions[status].length === 0 ? "no further transition" : retrievalTransitions[status].join(", ");
        expectRejection(await move(requestId, { toStatus, ...needed[toStatus] }), "INVALID_STATE_TRANSITION", allowed);
      }
      expect((await read(requestId)).status).toBe(status);
    },
  );

  test("require the fields of the target status and reject fields of others", async () => {
    const { requestId } = await createReadyRequest(tenant, { status: "acknowledged" });
    expectRejection(
      await move(requestId, { toStatus: "fee_requested" }),
      "VALIDATION_FAILED",
      "feeQuotedCents: required for fee_requested",
    );
    expectRejection(
      await move(requestId, { toStatus: "rejected" }),
      "VALIDATION_FAILED",
      "reason: required for rejected",
    );
    expectRejection(
      await move(requestId, { toStatus: "in_progress", feeQuotedCents: 5 }),
      "VALIDATION_FAILED",
      "feeQuotedCents: not allowed for in_progress",
    );
  });

  test("to submitted sets the due dates, and a resend counts as a follow-up", async () => {
    const { requestId } = await createReadyRequest(tenant);
    const sent = shown(await move(requestId, { toStatus: "submitted" }));
    const today = addDays(sent.dueOn ?? "", -30);
    expect(sent).toMatchObject({
      followUpOn: addDays(today, 10),
      followUpCount: 0,
      authorizationStatus: "signed",
      leasedUntil: null,
    });
    await move(requestId, { toStatus: "no_response" });
    const again = shown(await move(requestId, { toStatus: "submitted", dueOn: "2030-01-01" }));
    expect(again).toMatchObject({ dueOn: "2030-01-01", followUpCount: 1, lastFollowUpAt: expect.any(String) });
  });

  test("record fees, page counts and times on the request", async () => {
    const { requestId } = await createReadyRequest(tenant, { status: "acknowledged" });
    await move(requestId, { toStatus: "fee_requested", feeQuotedCents: 4_500 });
    expect(shown(await move(requestId, { toStatus: "fee_approved" }))).toMatchObject({
      feeQuotedCents: 4_500,
      feeApprovedCents: 4_500,
    });
    expect(shown(await move(requestId, { toStatus: "received", pagesReceived: 120 }))).toMatchObject({
      pagesReceived: 120,
      receivedAt: expect.any(String),
    });
    expect(shown(await move(requestId, { toStatus: "completed" }))).toMatchObject({
      completedAt: expect.any(String),
      availableTransitions: [],
    });
    expectRejection(
      await api.change("PATCH", `/retrieval-requests/${requestId}`, { notes: "late" }),
      "INVALID_STATE_TRANSITION",
      "is finished",
    );
  });

  test("to ready or submitted require a covering authorization, and the error says what is missing", async () => {
    const { requestId, caseId, facilityId } = await createRetrievalRequest(tenant, {
      status: "draft",
      includesHiv: true,
    });
    expectRejection(await move(requestId, { toStatus: "ready" }), "INVALID_STATE_TRANSITION", "there is none");
    const other = await createFacility(tenant);
    const narrow = await createAuthorization(tenant, caseId, {
      scope: "specific",
      facilityIds: [other.facilityId],
      expiresOn: "2026-02-01",
    });
    const lacks = /it has expired; it does not name the facility; it does not include HIV/;
    expectRejection(
      await move(requestId, { toStatus: "ready", authorizationId: narrow }),
      "INVALID_STATE_TRANSITION",
      lacks,
    );
    expect(await read(requestId)).toMatchObject({ status: "draft", authorization: null });
    const wide = await createAuthorization(tenant, caseId, {
      scope: "specific",
      facilityIds: [facilityId],
      includesHiv: true,
    });
    expect(shown(await move(requestId, { toStatus: "ready", authorizationId: wide }))).toMatchObject({
      authorization: { id: wide },
      authorizationStatus: "signed",
    });
    expectRejection(
      await api.change("PATCH", `/retrieval-requests/${requestId}`, { includesMentalHealth: true }),
      "INVALID_STATE_TRANSITION",
      "mental health",
    );
    expectSuccess(
      await api.change("PATCH", `/retrieval-requests/${requestId}`, { includesHiv: false, notes: "smaller" }),
    );
  });

  test("are rejected for a request of an archived case", async () => {
    const { requestId, caseId } = await createReadyRequest(tenant);
    await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
    expectRejection(await move(requestId, { toStatus: "submitted" }), "INVALID_STATE_TRANSITION", "archived");
  });

  test("in random order stay within the table, and match the timeline and the feed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 14 }), async (choices) => {
        const { id } = await draft();
        const walk: RetrievalStatus[] = ["draft"];
        for (const choice of choices) {
          const from = walk.at(-1) ?? "draft";
          // Now and then to anywhere at all.
          const targets: readonly RetrievalStatus[] =
            choice % 4 === 0 || retrievalTransitions[from].length === 0
              ? RetrievalStatus.options
              : retrievalTransitions[from];
          const toStatus = targets[choice % targets.length] ?? "draft";
          const reply = await move(id, { toStatus, ...needed[toStatus] });
          const isAllowed = (retrievalTransitions[from] as readonly RetrievalStatus[]).includes(toStatus);
          expect([from, toStatus, reply.status], reply.text).toEqual([from, toStatus, isAllowed ? 200 : 409]);
          if (isAllowed) walk.push(toStatus);
        }
        const request = await read(id);
        expect(request.timeline.map(({ status }) => status)).toEqual(walk);
        expect([request.status, request.revision]).toEqual([walk.at(-1), walk.length]);
        expect(request.timeline.map(({ at }) => at)).toEqual(request.timeline.map(({ at }) => at).toSorted());
        const moves = (await readEvents(tenant)).filter(
          ({ entityId, eventType }) => entityId === id && eventType === "retrieval_request.status_changed",
        );
        expect(moves.map(({ payload }) => (payload as RetrievalRequest).status)).toEqual(walk.slice(1));
      }),
      { numRuns: 25, seed: 18 },
    );
  });
});

describe("follow-ups and documents", () => {
  test("a follow-up is counted, dated and on the timeline; it is rejected when nothing is awaited", async () => {
    const { requestId } = await createReadyRequest(tenant);
    const add = (body: object) => api.change("POST", `/retrieval-requests/${requestId}/follow-ups`, body);
    expectRejection(await add({ method: "phone" }), "INVALID_STATE_TRANSITION", "accepts no follow-up");
    await move(requestId, { toStatus: "submitted" });
    await add({ method: "phone", note: "Copying takes a week", nextFollowUpOn: "2030-01-01" });
    const second = expectSuccess(await add({ method: "fax" }));
    expect(second.status).toBe(201);
    expect(shown(second)).toMatchObject({ followUpCount: 2, lastFollowUpAt: expect.any(String) });
    expect((await read(requestId)).timeline.slice(-2).map(({ note, status }) => [status, note])).toEqual([
      ["submitted", "Follow-up 1 (phone): Copying takes a week"],
      ["submitted", "Follow-up 2 (fax)"],
    ]);
    const listed = await api.get(`/retrieval-requests/${requestId}/follow-ups?sort=oldest`);
    expect(
      (listed.body["followUps"] as { method: string; nextFollowUpOn: string }[]).map(({ method }) => method),
    ).toEqual(["phone", "fax"]);
  });

  test("a document of the case is attached once, shown by name, and changes the ETag when it is renamed", async () => {
    const { requestId, caseId } = await createRetrievalRequest(tenant, { submittedAt: "2026-03-02T10:00:00.000Z" });
    const documentId = await createCaseDocument(tenant, caseId);
    const foreign = await createCaseDocument(tenant, (await createCase(tenant)).caseId);
    const attach = (id: string) => api.change("POST", `/retrieval-requests/${requestId}/documents`, { documentId: id });
    expectRejection(await attach(foreign), "NOT_FOUND", "Document not found");
    expect(shown(await attach(documentId)).documents).toEqual([
      { id: documentId, name: "Chart.pdf", attachedAt: expect.any(String) },
    ]);
    expectRejection(await attach(documentId), "DUPLICATE_ENTRY", "documentId");
    const before = await api.get(`/retrieval-requests/${requestId}`);
    await changeRow(tenant, "Document", documentId, { name: "Renamed.pdf" });
    const after = await api.get(`/retrieval-requests/${requestId}`, { "If-None-Match": before.headers.etag ?? "" });
    expect([after.status, shown(after).documents[0]?.name]).toEqual([200, "Renamed.pdf"]);
  });
});

test("lists apply every filter", async () => {
  const own = await createTenant(server.services.database);
  const list = async (query: string) =>
    (
      (await openApi(server, own.secret).get(`/retrieval-requests?${query}`)).body[
        "retrievalRequests"
      ] as RetrievalRequest[]
    ).map(({ id }) => id);
  // Instants far ahead, which a change moves by a millisecond: two records that are changed now may share theirs.
  const sent = await createRetrievalRequest(own, {
    updatedAt: "2036-01-03T00:00:00.000Z",
    dueOn: "2026-03-01",
    externalId: "R-7",
  });
  const ready = await createReadyRequest(own, { updatedAt: "2036-01-01T00:00:00.000Z" });
  const taken = await createReadyRequest(own, {
    updatedAt: "2036-01-02T00:00:00.000Z",
    leaseToken: "lease_x",
    leasedUntil: new Date(Date.now() + 600_000).toISOString(),
  });
  await changeRow(own, "RetrievalRequest", sent.requestId, { notes: "moved" });
  expect(await list("sort=oldest")).toEqual([sent.requestId, ready.requestId, taken.requestId]);
  expect(await list("sort=updated")).toEqual([ready.requestId, taken.requestId, sent.requestId]);
  const choices: [string, string[]][] = [
    ["status=submitted", [sent.requestId]],
    [`caseId=${ready.caseId}`, [ready.requestId]],
    [`facilityId=${taken.facilityId}`, [taken.requestId]],
    ["vendorId=con_none", []],
    ["externalId=R-7", [sent.requestId]],
    ["readyForPickup=true", [ready.requestId]],
    ["readyForPickup=false&sort=oldest", [sent.requestId, taken.requestId]],
    ["dueBefore=2026-03-02", [sent.requestId]],
    ["dueBefore=2026-03-01", []],
  ];
  for (const [query, ids] of choices) expect([query, await list(query)]).toEqual([query, ids]);
});
