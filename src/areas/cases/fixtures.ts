import { createId } from "../../platform/database/ids.ts";
import type { Arrangement } from "../../testing/harness/example-request.ts";
import { createCase } from "../../testing/harness/tenant.ts";
import type { TestFirm } from "../../testing/harness/tenant.ts";
import { customFieldArrangements } from "./custom-fields/fixtures.ts";
import { moveArrangements } from "./transitions/fixtures.ts";
import { partyArrangements } from "./parties/fixtures.ts";
import { policyArrangements } from "./policies/fixtures.ts";
import { tagArrangements } from "./tags/fixtures.ts";

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
