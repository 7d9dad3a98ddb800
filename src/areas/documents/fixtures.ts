import type { Insertable } from "kysely";
import { createId } from "../../platform/ids.ts";
import type { Tables } from "../../platform/tables.ts";
import { readRecord } from "../../testing/arranged-request.ts";
import type { Arrangement } from "../../testing/arranged-request.ts";
import { createCase } from "../../testing/firm.ts";
import type { TestFirm } from "../../testing/firm.ts";
import { deleteCase } from "../cases/fixtures.ts";

/** A folder directly below the case unless told otherwise. @returns its id */
export async function createFolder(firm: TestFirm, caseId: string, values: Partial<Insertable<Tables["Folder"]>> = {}): Promise<string> {
  const id = createId("folder");
  await firm.inside((transaction) =>
    transaction
      .insertInto("Folder")
      .values({ organizationId: firm.organizationId, id, caseId, name: id, nameKey: id, depth: 1, ...values })
      .execute(),
  );
  return id;
}

const arrangeCreate: Arrangement = async (firm) => {
  const { caseId, clientId } = await createCase(firm);
  const parentFolderId = await createFolder(firm, caseId);
  return {
    pathValues: { caseId },
    body: { name: "Mercy General Hospital", parentFolderId },
    recordParameters: ["caseId"],
    revision: null,
    remove: () => deleteCase(firm, caseId),
    change: async (answer) => {
      const id = String(readRecord(answer, "folder")["id"]);
      await firm.inside((transaction) => transaction.updateTable("Folder").set({ name: "Changed" }).where("id", "=", id).execute());
    },
    touched: (answer) => ({
      entity: "folder",
      id: String(readRecord(answer, "folder")["id"]),
      relatedIds: [
        { entity: "case", id: caseId },
        { entity: "client", id: clientId },
      ],
    }),
    diff: {},
  };
};

export const documentArrangements = { "documents.createFolder": arrangeCreate } satisfies Record<string, Arrangement>;
