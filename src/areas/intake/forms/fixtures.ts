import { buildForm, buildQuestion } from "../../../../prisma/seed/builders/intake.ts";
import {
  anInstant,
  readId,
  newName,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { draftForm } from "./examples.ts";
import type { FormQuestion } from "./schema.ts";

const usualQuestions = () => [
  buildQuestion({
    accessor: "incident.date",
    label: "When was it?",
    type: "date",
    required: true,
    mapsTo: "case.dateOfIncident",
  }),
  buildQuestion({ accessor: "vehicles[0].make", label: "Which make is your car?", type: "short_text" }),
];

/**
 * A form with two questions, as a draft or with a published first version.
 *
 * @returns its id
 */
export async function createForm(
  tenant: TestTenant,
  { published = false, questions = usualQuestions() }: { published?: boolean; questions?: FormQuestion[] } = {},
): Promise<string> {
  const { organizationId } = tenant;
  const createdBy = actorOf(tenant);
  const publishedAt = published ? "2026-03-14T15:09:26.535Z" : null;
  return (await insertFor(tenant, buildForm({ organizationId, questions, createdBy }, publishedAt))).IntakeForm.id;
}

async function arrangeForm(tenant: TestTenant): Promise<Arrangement> {
  const formId = await createForm(tenant);
  return {
    pathValues: { formId },
    revision: 1,
    standsAlone: true,
    change: () => changeRow(tenant, "IntakeForm", formId, { name: "changed since" }),
    touched: () => ({ entity: "intake_form", id: formId, relatedIds: [{ entity: "intake_form", id: formId }] }),
  };
}

/** A form as a caller sends it. */
export const newFormBody = {
  name: "Slip and fall",
  questions: [
    { accessor: "incident.place", label: "Where was it?", type: "long_text", required: true },
    {
      accessor: "incident.floor",
      label: "What was the floor like?",
      type: "select",
      options: [
        { value: "wet", label: "Wet" },
        { value: "uneven", label: "Uneven" },
      ],
    },
    {
      accessor: "incident.sign",
      label: "Was there a sign?",
      type: "yes_no",
      visibleIf: { match: "all", conditions: [{ accessor: "incident.floor", operator: "equals", value: "wet" }] },
    },
  ],
};

export const formScenarios = {
  "intakeForms.list": async (tenant) => {
    await createForm(tenant);
    return {};
  },
  "intakeForms.create": (tenant) => {
    const touched = (response: Parameters<NonNullable<Arrangement["touched"]>>[0]) => {
      const id = readId(response, "intakeForm");
      return { entity: "intake_form", id, relatedIds: [{ entity: "intake_form", id }] };
    };
    const change: Arrangement["change"] = async (response) => {
      const id = readId(response, "intakeForm");
      await changeRow(tenant, "IntakeForm", id, { description: "changed since" });
    };
    return Promise.resolve({
      ownValues: { [draftForm.name]: newName() },
      standsAlone: true,
      touched,
      change,
      diff: {},
    });
  },
  "intakeForms.get": async (tenant) => ({ pathValues: { formId: await createForm(tenant) }, revision: 1 }),
  "intakeForms.update": async (tenant) => ({
    ...(await arrangeForm(tenant)),
    diff: ({ name }) => ({ name: { from: "Car accidents", to: name } }),
  }),
  "intakeForms.publish": async (tenant) => ({
    ...(await arrangeForm(tenant)),
    diff: {
      status: { from: "draft", to: "published" },
      publishedVersion: { from: null, to: 1 },
      publishedAt: { from: null, to: anInstant },
      isChanged: { from: true, to: false },
    },
  }),
  "intakeForms.versions.get": async (tenant) => {
    const formId = await createForm(tenant, { published: true });
    return { pathValues: { formId, version: "1" }, recordParameters: ["formId"] };
  },
} satisfies Record<string, Scenario>;
