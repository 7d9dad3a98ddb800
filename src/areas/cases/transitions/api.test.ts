import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInvoice } from "../../billing/fixtures.ts";
import { createFacility, createRetrievalRequest } from "../../medical/fixtures.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { readEvents } from "../../../testing/harness/traces.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const move = (caseId: string, body: object, headers = {}): Promise<Reply> =>
  openApi(server, tenant.secret).change("POST", `/cases/${caseId}/transitions`, body, headers);
const fresh = async () => {
  tenant = await createTenant(server.services.database);
  return (await createCase(tenant)).caseId;
};
const put = (stage: string, body: object) =>
  openApi(server, tenant.secret).change("PUT", `/case-stage-gates/${stage}`, body);

async function succeed(reply: Promise<Reply>): Promise<Record<string, unknown>> {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return readRecord(body, "case");
}

async function readHistory(caseId: string): Promise<Record<string, unknown>[]> {
  const { body, text } = await openApi(server, tenant.secret).get(`/cases/${caseId}/stage-history?sort=oldest`);
  expect(body["success"], text).toBe(true);
  return body["stageHistory"] as Record<string, unknown>[];
}

describe("200", () => {
  test("a case can be closed, reopened, closed and archived, and its history records each transition", async () => {
    const caseId = await fresh();
    await succeed(move(caseId, { toStage: "treatment" }));
    expect(
      await succeed(move(caseId, { toStatus: "closed", reason: "Settled and disbursed", effectiveOn: "2026-03-14" })),
    ).toMatchObject({
      matterStatus: "closed",
      matterStage: "closed",
      statusReason: "Settled and disbursed",
      closedOn: "2026-03-14",
    });
    expect(await succeed(move(caseId, { toStatus: "open", reason: "New evidence" }))).toMatchObject({
      matterStatus: "open",
      matterStage: "treatment",
      statusReason: "New evidence",
      closedOn: null,
    });
    expect(await succeed(move(caseId, { toStage: "closed", reason: "Done" }))).toMatchObject({
      matterStatus: "closed",
      closedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    await succeed(move(caseId, { toStatus: "archived" }));
    const history = await readHistory(caseId);
    expect(
      history.map(({ fromStage, toStage, fromStatus, toStatus }) =>
        [fromStage, toStage, fromStatus, toStatus].join(" "),
      ),
    ).toEqual([
      "intake treatment open open",
      "treatment closed open closed",
      "closed treatment closed open",
      "treatment closed open closed",
      "closed closed closed archived",
    ]);
    for (const [index, entry] of history.entries()) {
      expect(entry["exitedAt"]).toBe(history[index + 1]?.["enteredAt"] ?? null);
      expect(entry["durationSeconds"]).toEqual(index === history.length - 1 ? null : expect.any(Number));
      expect(entry["actor"]).toEqual({ id: tenant.keyId, type: "integration_key", name: "Test key" });
    }
  });

  test("records one event for each changed field, with its data", async () => {
    const caseId = await fresh();
    await move(caseId, { toStage: "treatment", toStatus: "on_hold" });
    await move(caseId, { toStatus: "open" });
    await move(caseId, { toStage: "negotiation" });
    const events = await readEvents(tenant);
    expect(events.map(({ eventType, diff }) => [eventType, Object.keys(diff as object).toSorted()])).toEqual([
      ["case.stage_changed", ["matterStage", "stageEnteredAt"]],
      ["case.status_changed", ["matterStatus"]],
      ["case.status_changed", ["matterStatus", "openedOn"]],
      ["case.stage_changed", ["matterStage", "stageEnteredAt"]],
    ]);
  });

  test("the history is paged", async () => {
    const caseId = await fresh();
    for (const toStage of ["treatment", "negotiation", "trial"]) await succeed(move(caseId, { toStage }));
    const seen: unknown[] = [];
    for (let after = ""; ;) {
      const { body } = await openApi(server, tenant.secret).get(`/cases/${caseId}/stage-history?limit=2${after}`);
      seen.push(...(body["stageHistory"] as { toStage: string }[]).map(({ toStage }) => toStage));
      const { nextCursor } = body as { nextCursor?: string | null };
      if (typeof nextCursor !== "string") break;
      after = `&after=${nextCursor}`;
    }
    expect(seen).toEqual(["trial", "negotiation", "treatment"]);
  });
});

describe("400", () => {
  test.each([
    [{}, "toStatus: this, toStage or both are required"],
    [{ toStage: "trial", force: true }, "reason: required with force"],
    [{ toStatus: "closed" }, "reason: required for a transition from open to closed"],
    [
      { toStatus: "closed", toStage: "trial", reason: "x" },
      "toStage: the stage closed requires the status closed or archived, and no other stage allows these",
    ],
    [{ toStage: "lunch" }, "toStage: must be one of intake"],
    [{ toStatus: "on_hold", effectiveOn: "2026-02-30" }, "effectiveOn: must be a date, YYYY-MM-DD"],
  ])("%j", async (body, fault) => {
    const reply = await move(await fresh(), body);
    expect([reply.status, reply.body["code"]], reply.text).toEqual([400, "VALIDATION_FAILED"]);
    expect(reply.body["error"]).toContain(fault);
  });
});

describe("409", () => {
  async function expectBlocked(reply: Promise<Reply>, error: string): Promise<void> {
    const { status, body, text } = await reply;
    expect([status, body["code"], body["error"]], text).toEqual([409, "INVALID_STATE_TRANSITION", error]);
  }

  test("a transition that is not in the table, with or without force", async () => {
    const caseId = await fresh();
    const error =
      "A case in status open cannot go to archived; it allows on_hold, settled, closed, referred_out, withdrawn";
    await expectBlocked(move(caseId, { toStatus: "archived" }), error);
    await expectBlocked(move(caseId, { toStatus: "archived", force: true, reason: "now" }), error);
  });

  test("lists every unsatisfied gate with how to satisfy it; force skips them and the history records which", async () => {
    const caseId = await fresh();
    await expectBlocked(
      move(caseId, { toStage: "litigation_filed" }),
      "Stage litigation_filed has unsatisfied gates: lead_attorney_assigned (assign a lead attorney); incident_dated (set dateOfIncident)",
    );
    await succeed(move(caseId, { toStage: "litigation_filed", force: true, reason: "The limitation ends today" }));
    expect(await readHistory(caseId)).toMatchObject([
      {
        toStage: "litigation_filed",
        reason: "The limitation ends today",
        forcedGates: ["lead_attorney_assigned", "incident_dated"],
      },
    ]);
  });

  test("closing requires a zero invoice balance and no open retrieval request", async () => {
    tenant = await createTenant(server.services.database);
    const { caseId } = await createInvoice(tenant, { status: "sent" });
    const { requestId } = await createRetrievalRequest(tenant);
    await tenant.inside(async (transaction) => {
      await transaction
        .updateTable("RetrievalRequest")
        .set({ caseId, status: "submitted" })
        .where("id", "=", requestId)
        .execute();
    });
    await expectBlocked(
      move(caseId, { toStatus: "closed", reason: "Done" }),
      "Stage closed has unsatisfied gates: no_open_balance (settle every invoice that is sent, partial or overdue); " +
        "no_open_request (complete or cancel every open retrieval request)",
    );
  });

  test("a stage is allowed once its gate is satisfied", async () => {
    tenant = await createTenant(server.services.database);
    const { caseId } = await createFacility(tenant);
    expect((await put("records_collection", { gates: ["facility_bound"] })).status).toBe(200);
    await succeed(move(caseId, { toStage: "records_collection" }));
    await expectBlocked(
      move(await createCase(tenant).then((created) => created.caseId), { toStage: "records_collection" }),
      "Stage records_collection has unsatisfied gates: facility_bound (bind a medical facility to the case)",
    );
  });

  test("a stale If-Match: of two concurrent transitions with the same ETag exactly one succeeds", async () => {
    const caseId = await fresh();
    const tag = (await openApi(server, tenant.secret).get(`/cases/${caseId}`)).headers.etag ?? "";
    const replies = await Promise.all([
      move(caseId, { toStage: "trial" }, { "If-Match": tag }),
      move(caseId, { toStage: "appeal" }, { "If-Match": tag }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readHistory(caseId)).length).toBe(1);
  });

  test("an archived case can be read but not changed", async () => {
    const caseId = await fresh();
    await succeed(move(caseId, { toStatus: "closed", reason: "Done" }));
    await succeed(move(caseId, { toStatus: "archived" }));
    const api = openApi(server, tenant.secret);
    const error = "The case is archived and read-only; transition it to closed and then to open to change it";
    await expectBlocked(api.change("PATCH", `/cases/${caseId}`, { title: "x" }), error);
    await expectBlocked(api.change("DELETE", `/cases/${caseId}`), error);
    await expectBlocked(
      api.change("POST", `/cases/${caseId}/attorneys`, { attorneyId: tenant.attorneyId, role: "lead" }),
      error,
    );
    await expectBlocked(api.change("POST", `/cases/${caseId}/folders`, { name: "x" }), error);
    for (const below of ["", "/attorneys", "/summary", "/activity", "/stage-history"])
      expect((await api.get(`/cases/${caseId}${below}`)).status).toBe(200);
  });
});

describe("gates", () => {
  const gatesOf = async (stage: string, query = "") => {
    const { body } = await openApi(server, tenant.secret).get(`/case-stage-gates${query}`);
    return (body["stageGates"] as Record<string, unknown>[]).find((each) => each["stage"] === stage);
  };

  test("the case type's gates override the firm's, which override the default", async () => {
    await fresh();
    expect(await gatesOf("demand_sent")).toMatchObject({
      id: null,
      source: "default",
      gates: ["records_received"],
      revision: 0,
    });
    await put("demand_sent", { gates: [] });
    expect(await gatesOf("demand_sent", "?caseType=dog_bite")).toMatchObject({
      source: "organization",
      gates: [],
      caseType: null,
      revision: 1,
    });
    await put("demand_sent", { caseType: "dog_bite", gates: ["incident_dated"] });
    expect(await gatesOf("demand_sent", "?caseType=dog_bite")).toMatchObject({
      source: "case_type",
      gates: ["incident_dated"],
      caseType: "dog_bite",
    });
    expect(await gatesOf("demand_sent", "?caseType=other")).toMatchObject({ source: "organization" });
  });

  test("404 for an unknown stage, 400 for an unknown gate", async () => {
    await fresh();
    expect((await put("lunch", { gates: [] })).status).toBe(404);
    expect((await put("trial", { gates: ["lunch"] })).body["error"]).toContain("gates.0: must be one of");
  });

  test("409 for a stale revision", async () => {
    await fresh();
    const reply = await openApi(server, tenant.secret).change(
      "PUT",
      "/case-stage-gates/trial",
      { gates: [] },
      { "If-Match": '"1"' },
    );
    expect([reply.status, reply.body["code"]]).toEqual([409, "STALE_REVISION"]);
  });
});
