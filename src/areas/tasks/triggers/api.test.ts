import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createClientRow } from "../../clients/fixtures.ts";
import { readTraces } from "../../team/fixtures.ts";
import type { TaskTemplateApplication } from "../applications/schema.ts";
import { createTemplateWorker } from "./domain.ts";
import type { TriggeredTemplate } from "./store.queue.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function open(): Promise<{ tenant: TestTenant; api: Api }> {
  const tenant = await createTenant(server.services.database);
  return { tenant, api: openApi(server, tenant.secret) };
}

/**
 * A template of nine items.
 *
 * @returns its id
 */
async function createTemplate(api: Api, name: string, values: object): Promise<string> {
  const items = Array.from({ length: 9 }, (_, index) => ({
    key: `k${index}`,
    title: `Step ${index}`,
    due: { relativeTo: "applied", offset: index, unit: "business_days" },
  }));
  return readBody<{ taskTemplate: { id: string } }>(
    await api.change("POST", "/task-templates", { name, items, ...values }),
  ).taskTemplate.id;
}

async function listJobs(tenant: TestTenant): Promise<TriggeredTemplate[]> {
  const { rows } = await tenant.inside((transaction) =>
    sql<{ data: TriggeredTemplate }>`
    SELECT data FROM pgboss.job WHERE name = 'apply-task-templates' AND data->>'organizationId' = ${tenant.organizationId} ORDER BY created_on, id`.execute(
      transaction,
    ),
  );
  return rows.map(({ data }) => data);
}

async function run(job: TriggeredTemplate, database = server.services.database): Promise<void> {
  await createTemplateWorker(database, silent).execute(job, { id: "job", signal: new AbortController().signal });
}

const listTasks = async (api: Api, caseId: string) =>
  (await api.get(`/cases/${caseId}/tasks?fields=id`)).body["tasks"] as unknown[];
const listApplications = async (api: Api, caseId: string) =>
  readBody<{ taskTemplateApplications: TaskTemplateApplication[] }>(
    await api.get(`/cases/${caseId}/task-template-applications?sort=oldest`),
  ).taskTemplateApplications;

test("acceptance 11: a case that is created gets the nine tasks of a matching template once, by the system, also if the worker is killed and the job is repeated", async () => {
  const { tenant, api } = await open();
  const triggers = [{ type: "case_created" }];
  const templateId = await createTemplate(api, "Matching", { triggers, caseTypes: ["dog_bite"] });
  await createTemplate(api, "Of another type", { triggers, caseTypes: ["truck_accident"] });
  await createTemplate(api, "Inactive", { triggers, isActive: false });
  await createTemplate(api, "By request", {});
  const plaintiffId = await createClientRow(tenant);
  const made = await api.change("POST", "/cases", { plaintiffId, caseType: "dog_bite" });
  const { id: caseId } = readBody<{ case: { id: string } }>(made).case;
  const [job, ...others] = await listJobs(tenant);
  expect(others).toEqual([]);
  if (job === undefined) throw new Error("no job");
  expect(job).toMatchObject({ templateId, caseId, trigger: "case_created", stage: null, triggerKey: "created" });

  const { database } = server.services;
  const killed: typeof database = {
    ...database,
    withTenantTransaction: (organizationId, work, options) =>
      database.withTenantTransaction(
        organizationId,
        async (transaction) => {
          await work(transaction);
          throw new Error("killed");
        },
        options,
      ),
  };
  await expect(run(job, killed)).rejects.toThrow();
  expect(await listTasks(api, caseId)).toEqual([]);
  // One that waited too long for the other is tried again, as the queue does.
  await Promise.allSettled([run(job), run(job)]);
  await run(job);
  expect(await listTasks(api, caseId)).toHaveLength(9);
  expect(await listApplications(api, caseId)).toMatchObject([
    { trigger: "case_created", appliedBy: { type: "system" }, status: "applied" },
  ]);
  const { events } = await readTraces(tenant, templateId);
  expect(events.filter(({ eventType }) => eventType === "task_template.applied")).toMatchObject([
    { actor: { type: "system" } },
  ]);

  const { id: ended } = readBody<{ case: { id: string } }>(
    await api.change("POST", "/cases", {
      plaintiffId,
      caseType: "dog_bite",
      matterStatus: "closed",
      matterStage: "closed",
      closedOn: "2026-01-01",
      statusReason: "Moved in",
    }),
  ).case;
  expect((await listJobs(tenant)).filter((each) => each.caseId === ended)).toEqual([]);
});

test("acceptance 12: each entry of a stage applies its template once; reopening into the stage that the case was closed from does not", async () => {
  const { tenant, api } = await open();
  await createTemplate(api, "Discovery", { triggers: [{ type: "stage_entered", stage: "discovery" }] });
  const { caseId } = await createCase(tenant);
  await changeRow(tenant, "Case", caseId, { matterStatus: "open" });
  const move = async (body: object) =>
    expect(
      (await api.change("POST", `/cases/${caseId}/transitions`, { force: true, reason: "Planned", ...body })).status,
    ).toBe(200);
  await move({ toStage: "discovery" });
  await move({ toStage: "trial" });
  await move({ toStage: "discovery" });
  const jobs = await listJobs(tenant);
  expect(jobs.map(({ trigger, stage }) => [trigger, stage])).toEqual([
    ["stage_entered", "discovery"],
    ["stage_entered", "discovery"],
  ]);
  for (const job of [...jobs, ...jobs]) await run(job);
  expect(await listApplications(api, caseId)).toMatchObject([{ stage: "discovery" }, { stage: "discovery" }]);
  expect(await listTasks(api, caseId)).toHaveLength(18);
  await move({ toStatus: "closed" });
  await move({ toStatus: "open" });
  expect(await listJobs(tenant)).toHaveLength(2);
});

test("a template that is switched off, or a case that is archived, before the job runs gets nothing", async () => {
  const { tenant, api } = await open();
  const templateId = await createTemplate(api, "Trial", { triggers: [{ type: "stage_entered", stage: "trial" }] });
  const { caseId } = await createCase(tenant);
  const triggerKey = (id: string): TriggeredTemplate => ({
    organizationId: tenant.organizationId,
    templateId: id,
    caseId,
    trigger: "stage_entered",
    stage: "trial",
    triggerKey: "cse_1",
  });
  await changeRow(tenant, "TaskTemplate", templateId, { isActive: false });
  await run(triggerKey(templateId));
  await changeRow(tenant, "TaskTemplate", templateId, { isActive: true });
  await changeRow(tenant, "Case", caseId, { matterStatus: "archived" });
  await run(triggerKey(templateId));
  expect(await listApplications(api, caseId)).toEqual([]);
});
