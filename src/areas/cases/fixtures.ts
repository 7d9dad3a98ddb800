import { createId } from "../../platform/ids.ts";
import type { Arrangement } from "../../testing/arranged-request.ts";
import { createCase } from "../../testing/firm.ts";
import type { TestFirm } from "../../testing/firm.ts";
import { customFieldArrangements } from "./fixtures.custom-fields.ts";
import { moveArrangements } from "./fixtures.moves.ts";
import { partyArrangements } from "./fixtures.parties.ts";
import { policyArrangements } from "./fixtures.policies.ts";
import { tagArrangements } from "./fixtures.tags.ts";

export interface FullCase {
  caseId: string;
  clientId: string;
  tagId: string;
}

/** A case with its client, one attorney and one tag. */
export async function createFullCase(firm: TestFirm): Promise<FullCase> {
  const { organizationId, attorneyId } = firm;
  const { caseId, clientId } = await createCase(firm);
  const tagId = createId("tag");
  await firm.inside(async (transaction) => {
    await transaction.insertInto("CaseAttorney").values({ organizationId, caseId, attorneyId, role: "lead" }).execute();
    await transaction.insertInto("Tag").values({ organizationId, id: tagId, name: `tag ${tagId}`, color: "#b45309" }).execute();
    await transaction.insertInto("CaseTag").values({ organizationId, caseId, tagId }).execute();
  });
  return { caseId, clientId, tagId };
}

/** Marks a case as deleted. */
export async function deleteCase(firm: TestFirm, caseId: string): Promise<void> {
  await firm.inside((transaction) =>
    transaction.updateTable("Case").set({ deletedAt: new Date().toISOString() }).where("id", "=", caseId).execute(),
  );
}

const arrangeGet: Arrangement = async (firm) => {
  const { caseId } = await createFullCase(firm);
  return { pathValues: { caseId }, recordParameters: ["caseId"], revision: null };
};

export const caseArrangements = { ...moveArrangements, ...partyArrangements, ...tagArrangements, ...policyArrangements, ...customFieldArrangements, "cases.get": arrangeGet } satisfies Record<string, Arrangement>;
