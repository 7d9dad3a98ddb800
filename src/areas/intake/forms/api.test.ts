import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, type Api } from "../../../testing/harness/requests/api.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createForm, newFormBody } from "./fixtures.ts";
import { buildQuestion } from "../../../../prisma/seed/builders/intake.ts";
import type { IntakeForm, IntakeFormVersion } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const create = async (body: object = newFormBody) =>
  (await api.change("POST", "/intake-forms", body)).body["intakeForm"] as IntakeForm;
const change = (formId: string, body: object) => api.change("PATCH", `/intake-forms/${formId}`, body);
const publish = (formId: string, headers: Record<string, string> = {}) =>
  api.change("POST", `/intake-forms/${formId}/publish`, {}, headers);
const versionOf = async (formId: string, version: number) =>
  (await api.get(`/intake-forms/${formId}/versions/${version}`)).body["intakeFormVersion"] as IntakeFormVersion;

test("a form can be published, changed and published again, and a published version never changes", async () => {
  const form = await create();
  expect(form).toMatchObject({
    status: "draft",
    publishedVersion: null,
    isChanged: true,
    description: null,
    createdBy: { id: tenant.keyId },
    revision: 1,
  });
  expect(form.questions[0]).toEqual({
    id: expect.stringMatching(/^qst_/),
    accessor: "incident.place",
    label: "Where was it?",
    helpText: null,
    type: "long_text",
    required: true,
    options: [],
    visibleIf: null,
    validation: null,
    mapsTo: null,
    phi: false,
  });
  expect((await publish(form.id)).body).toMatchObject({
    intakeForm: { status: "published", publishedVersion: 1, isChanged: false, revision: 2 },
    intakeFormVersion: { formId: form.id, version: 1, name: form.name, questions: form.questions },
  });
  const first = await versionOf(form.id, 1);
  const [place] = newFormBody.questions;
  const changed = (await change(form.id, { name: "Falls", questions: [{ ...place, label: "Where did you fall?" }] }))
    .body["intakeForm"] as IntakeForm;
  expect(changed).toMatchObject({
    status: "published",
    publishedVersion: 1,
    isChanged: true,
    questions: [{ id: form.questions[0]?.id, label: "Where did you fall?" }],
  });
  expect(await versionOf(form.id, 1)).toEqual(first);
  expect((await publish(form.id)).body).toMatchObject({ intakeForm: { publishedVersion: 2, revision: 4 } });
  expect([(await versionOf(form.id, 1)).questions.length, (await versionOf(form.id, 2)).questions.length]).toEqual([
    3, 1,
  ]);
  await expect(
    tenant.inside((transaction) => transaction.updateTable("IntakeFormVersion").set({ name: "x" }).execute()),
  ).rejects.toMatchObject({ code: "42501" });
  const events = (await readEvents(tenant)).filter(({ entityId }) => entityId === form.id);
  expect(events.map(({ eventType }) => eventType)).toEqual([
    "intake_form.created",
    "intake_form.published",
    "intake_form.updated",
    "intake_form.published",
  ]);
});

test("an answer refers to the form published last that has its accessor in its newest version", async () => {
  const question = { accessor: "shared.question", label: "First?", type: "yes_no" };
  const one = await create({ name: "One", questions: [question] });
  const two = await create({ name: "Two", questions: [{ ...question, label: "Second?" }] });
  const { caseId } = await createCase(tenant);
  const put = async () =>
    (await api.change("PUT", `/cases/${caseId}/survey-details/shared.question`, { value: "yes" })).body["answer"];
  await publish(one.id);
  expect(await put()).toMatchObject({ formId: one.id, formVersion: 1, label: "First?" });
  await publish(two.id);
  expect(await put()).toMatchObject({ formId: two.id, label: "Second?" });
  await change(two.id, { questions: [{ ...question, accessor: "another.question" }] });
  await publish(two.id);
  expect(await put()).toMatchObject({ formId: one.id, label: "First?" });
});

describe("409", () => {
  test("publishing an already published form, or one without questions", async () => {
    const form = await create();
    await publish(form.id);
    expect((await publish(form.id)).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "The draft has not changed since it was published",
    });
    const empty = await create({ name: "Empty" });
    expect((await publish(empty.id)).body).toMatchObject({
      code: "INVALID_STATE_TRANSITION",
      error: "A form without questions cannot be published",
    });
  });

  test("all but one of two concurrent publications", async () => {
    const form = await create();
    const replies = await Promise.all([publish(form.id), publish(form.id)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("400", () => {
  const [place, floor, sign] = newFormBody.questions;
  test.each([
    [
      "a label that turns around",
      [{ ...place, label: "a\u202eb" }],
      "questions.0.label: must not contain bidirectional controls",
    ],
    [
      "a label that nobody sees",
      [{ ...place, label: "\u200b" }],
      "questions.0.label: must contain a visible character",
    ],
    [
      "an option that turns around",
      [{ ...floor, options: [{ value: "wet", label: "a\u202eb" }] }],
      "questions.0.options.0.label: must not contain bidirectional controls",
    ],
    ["an accessor twice", [place, place], "questions.1.accessor: must differ from the previous"],
    ["an accessor that is none", [{ ...place, accessor: "1st" }], "questions.0.accessor: must be 1 to 200 characters"],
    ["a select without options", [{ ...floor, options: [] }], "questions.0.options: required for select"],
    [
      "options where nothing is chosen",
      [{ ...place, options: floor?.options }],
      "questions.0.options: required for select",
    ],
    [
      "an option twice",
      [
        {
          ...floor,
          options: [
            { value: "wet", label: "A" },
            { value: "wet", label: "B" },
          ],
        },
      ],
      "questions.0.options: must not contain a value twice",
    ],
    [
      "an option with a comma",
      [{ ...floor, options: [{ value: "a,b", label: "A" }] }],
      "questions.0.options.0.value: must not contain a comma",
    ],
    [
      "a condition about a question that is not there",
      [sign],
      "questions.0.visibleIf: must reference other questions of the form",
    ],
    [
      "bounds the wrong way round",
      [{ ...place, validation: { min: 2, max: 1 } }],
      "questions.0.validation: min must be at most max",
    ],
    [
      "a pattern",
      [{ ...place, validation: { pattern: "(a+)+$" } }],
      "questions.0.validation.pattern: unknown property",
    ],
    [
      "a field of nothing",
      [{ ...place, mapsTo: "user.password" }],
      "questions.0.mapsTo: must be a field of a case, a client or a lead",
    ],
  ])("%s", async (_, questions, message) => {
    expect((await api.change("POST", "/intake-forms", { name: "Form", questions })).body).toMatchObject({
      code: "VALIDATION_FAILED",
      error: expect.stringContaining(message),
    });
  });
});

test("labels stored before today's rule are read, renamed with their form and published", async () => {
  const question = buildQuestion({
    accessor: "incident.floor",
    type: "select",
    label: "a\u202eb",
    options: [{ value: "wet", label: "\u200b" }],
  });
  const formId = await createForm(tenant, { questions: [question] });
  expect((await change(formId, { name: "Renamed" })).body["intakeForm"]).toMatchObject({
    name: "Renamed",
    questions: [question],
  });
  expect((await publish(formId)).status).toBe(200);
  expect((await versionOf(formId, 1)).questions).toEqual([question]);
});

test("404: an unknown version, with the same message as an unknown form", async () => {
  const form = await create();
  const missing = await api.get(`/intake-forms/${form.id}/versions/1`);
  expect(missing.text).toBe((await api.get("/intake-forms/frm_none/versions/1")).text);
  expect(missing.status).toBe(404);
});

test("forms are filtered by status and by updatedSince", async () => {
  const other = await createTenant(server.services.database);
  const draft = await createForm(other);
  const published = await createForm(other, { published: true });
  const list = async (query: string) =>
    ((await openApi(server, other.secret).get(`/intake-forms?${query}`)).body["intakeForms"] as IntakeForm[]).map(
      ({ id }) => id,
    );
  expect(await list("")).toEqual([published, draft]);
  expect(await list("sort=updated")).toEqual([draft, published]);
  expect(await list("status=published")).toEqual([published]);
  expect(await list("updatedSince=2100-01-01T00:00:00Z")).toEqual([]);
});
