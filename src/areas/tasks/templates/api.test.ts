import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant } from "../../../testing/harness/tenant.ts";
import { createMember, readTraces } from "../../team/fixtures.ts";
import { createTeam } from "../../team/teams/fixtures.ts";
import { createTaskTemplate } from "./fixtures.ts";
import type { ItemWarning, TaskDraft, TaskTemplate } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const afterRetainer = (offset: number) => ({ relativeTo: "retainer_signed", offset, unit: "business_days" });
const toll = {
  key: "toll",
  title: "File or toll",
  due: {
    relativeTo: "statute_of_limitations",
    offset: 60,
    unit: "calendar_days",
    direction: "before",
    roll: "previous_business_day",
  },
};
const items = [
  { key: "letter", title: "Letter of representation", due: afterRetainer(1) },
  { key: "records", title: "Request ER records", due: afterRetainer(10) },
  toll,
];

describe("task templates", () => {
  test("are created, found, changed and deleted; a name is unique among live templates", async () => {
    const tenant = await createTenant(server.services.database);
    const api = openApi(server, tenant.secret);
    const { taskTemplate: made } = readBody<{ taskTemplate: TaskTemplate }>(
      await api.change("POST", "/task-templates", {
        name: "New case setup",
        externalId: "T-1",
        caseTypes: ["dog_bite"],
        triggers: [{ type: "case_created" }],
        items,
      }),
    );
    expect(made).toMatchObject({ isActive: true, applicationCount: 0, lastAppliedAt: null, revision: 1 });
    expect(made.items[0]).toMatchObject({
      category: "admin",
      priority: "normal",
      assignee: { type: "unassigned" },
      due: { direction: "after", roll: "none" },
      checklist: [],
    });
    expect((await api.change("POST", "/task-templates", { name: "NEW CASE SETUP", items })).body["error"]).toBe(
      "name: used by another task template",
    );
    const changed = await api.change("PATCH", "/task-templates/external:T-1", {
      items: [{ key: "one", title: "One" }],
      isActive: false,
    });
    expect(readBody<{ taskTemplate: TaskTemplate }>(changed).taskTemplate.items.map(({ key }) => key)).toEqual(["one"]);
    for (const filter of ["isActive=false", "caseType=dog_bite", "updatedSince=2020-01-01T00:00:00Z"])
      expect((await api.get(`/task-templates?${filter}&fields=id`)).body["taskTemplates"]).toEqual([{ id: made.id }]);
    for (const filter of ["isActive=true", "caseType=truck_accident"])
      expect((await api.get(`/task-templates?${filter}&fields=id`)).body["taskTemplates"]).toEqual([]);
    expect((await api.change("DELETE", `/task-templates/${made.id}`)).status).toBe(200);
    expect((await api.change("POST", "/task-templates", { name: "New case setup", items })).status).toBe(201);
    expect((await readTraces(tenant, made.id)).events.map(({ eventType }) => eventType)).toEqual([
      "task_template.created",
      "task_template.updated",
      "task_template.deleted",
    ]);
  });

  test("need a team and active members that exist, and items without a circle", async () => {
    const tenant = await createTenant(server.services.database);
    const api = openApi(server, tenant.secret);
    const [memberId, teamId] = [
      await createMember(tenant, { firstName: "Ina", lastName: "Vogt" }),
      await createTeam(tenant),
    ];
    const create = (...given: object[]) =>
      api.change("POST", "/task-templates", {
        name: `T ${JSON.stringify(given).length}`,
        items: given.map((more, index) => ({ key: `k${index}`, title: "Do", ...more })),
      });
    expect(
      (await create({ assignee: { type: "member", memberId } }, { assignee: { type: "team", teamId } })).status,
    ).toBe(201);
    await changeRow(tenant, "Member", memberId, { status: "suspended" });
    expect((await create({ assignee: { type: "member", memberId } })).body["error"]).toBe("Member not found");
    expect((await create({ assignee: { type: "team", teamId: "tea_unknown" } })).body["error"]).toBe("Team not found");
    expect((await create({ dependsOnKeys: ["k1"] }, { dependsOnKeys: ["k0"] })).body["error"]).toBe(
      "items: must not depend on each other in a circle",
    );
    expect((await create({ due: { relativeTo: "stage_entered", offset: 1, unit: "weeks" } })).body["error"]).toContain(
      "items.0.due.stage: required",
    );
  });

  test("acceptance 23: an unknown template, a deleted one and another organization's have one response", async () => {
    const [tenant, foreign] = [
      await createTenant(server.services.database),
      await createTenant(server.services.database),
    ];
    const deleted = await createTaskTemplate(tenant, { deletedAt: "2026-01-01T00:00:00.000Z" });
    const api = openApi(server, tenant.secret);
    for (const read of [
      (id: string) => api.get(`/task-templates/${id}`),
      (id: string) => api.change("POST", `/task-templates/${id}/preview`, {}),
    ]) {
      const texts = await Promise.all(
        ["ttp_unknown", deleted, await createTaskTemplate(foreign)].map(
          async (id) => `${(await read(id)).status} ${(await read(id)).text}`,
        ),
      );
      expect(new Set(texts).size).toBe(1);
      expect(texts[0]).toContain("404");
    }
  });
});

describe("a preview", () => {
  test("dates the items from given anchors, or from the case, and changes nothing", async () => {
    const tenant = await createTenant(server.services.database);
    const api = openApi(server, tenant.secret);
    const templateId = await createTaskTemplate(tenant, {
      items: readBody<{ taskTemplate: TaskTemplate }>(
        await api.change("POST", "/task-templates", { name: "Dates", items }),
      ).taskTemplate.items,
    });
    const preview = async (body: object) =>
      readBody<{ tasks: TaskDraft[]; warnings: ItemWarning[] }>(
        await api.change("POST", `/task-templates/${templateId}/preview`, body),
      );
    const dates = ({ tasks }: { tasks: TaskDraft[] }) => tasks.map(({ dueOn }) => dueOn);
    const given = await preview({ anchors: { retainer_signed: "2026-11-20", statute_of_limitations: "2027-03-01" } });
    expect(dates(given)).toEqual(["2026-11-23", "2026-12-07", "2026-12-31"]);
    const { caseId } = await createCase(tenant);
    await changeRow(tenant, "Case", caseId, { engagedOn: "2026-11-20" });
    const ofCase = await preview({ caseId });
    expect(dates(ofCase).slice(0, 2)).toEqual(["2026-11-23", "2026-12-07"]);
    expect(
      dates(await preview({ caseId, anchors: { retainer_signed: "2026-11-23" }, includeKeys: ["letter"] })),
    ).toEqual(["2026-11-24"]);
    expect((await preview({ includeKeys: ["letter"] })).warnings).toEqual([
      { itemKey: "letter", warning: "anchor_missing" },
    ]);
    expect(
      (await api.change("POST", `/task-templates/${templateId}/preview`, { includeKeys: ["nothing"] })).body["error"],
    ).toContain("includeKeys");
    expect((await readTraces(tenant, templateId)).events).toEqual([]);
  });

  test("on a case needs tasks:read; without one org:write is enough", async () => {
    const tenant = await createTenant(server.services.database);
    const api = openApi(server, (await createKey(tenant, { scopes: ["org:write"] })).secret);
    const templateId = await createTaskTemplate(tenant);
    const { caseId } = await createCase(tenant);
    expect((await api.get(`/task-templates/${templateId}`)).status).toBe(200);
    expect((await api.change("POST", `/task-templates/${templateId}/preview`, {})).status).toBe(200);
    expect((await api.change("POST", `/task-templates/${templateId}/preview`, { caseId })).status).toBe(403);
  });
});
