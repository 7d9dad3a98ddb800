import { createId } from "../../platform/ids.ts";
import type { ArrangedRequest, Arrangement } from "../../testing/arranged-request.ts";
import { createCase } from "../../testing/firm.ts";
import type { TestFirm } from "../../testing/firm.ts";
import { deleteCase } from "../cases/fixtures.ts";

/** An answer of the client. @returns its id */
export async function createAnswer(firm: TestFirm, caseId: string, accessor: string, value: string): Promise<string> {
  const id = createId("intakeAnswer");
  await firm.inside((transaction) =>
    transaction.insertInto("IntakeAnswer").values({ organizationId: firm.organizationId, id, caseId, accessor, value, source: "portal" }).execute(),
  );
  return id;
}

async function arrangeAnswer(firm: TestFirm): Promise<ArrangedRequest> {
  const { caseId, clientId } = await createCase(firm);
  const accessor = "vehicles[0].make";
  const id = await createAnswer(firm, caseId, accessor, "a grey pickup");
  return {
    pathValues: { caseId, accessor },
    recordParameters: ["caseId"],
    revision: 1,
    remove: () => deleteCase(firm, caseId),
    change: async () => {
      await firm.inside((transaction) =>
        transaction.updateTable("IntakeAnswer").set({ value: "changed since", deletedAt: null, revision: 9 }).where("id", "=", id).execute(),
      );
    },
    touched: () => ({
      entity: "intake_answer",
      id,
      relatedIds: [
        { entity: "case", id: caseId },
        { entity: "client", id: clientId },
      ],
    }),
  };
}

/** Some instant that the database chose. */
const anInstant = { asymmetricMatch: (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value)) };

export const intakeArrangements = {
  "intake.putAnswer": async (firm) => ({
    ...(await arrangeAnswer(firm)),
    body: { value: "a green van" },
    diff: {
      value: { from: "a grey pickup", to: "a green van" },
      source: { from: "portal", to: "api" },
      answeredAt: { from: anInstant, to: anInstant },
    },
  }),
  "intake.deleteAnswer": async (firm) => ({ ...(await arrangeAnswer(firm)), diff: { deletedAt: { from: null, to: anInstant } } }),
} satisfies Record<string, Arrangement>;
