import { buildTag } from "../../../../prisma/seed/builders/cases.ts";
import { asRead, newName, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, deleteRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { describeFirmRecord } from "../../../testing/harness/tenant-requests.ts";
import { tag as exampleTag } from "./examples.ts";

/** A tag that no case has. */
export async function createTag(tenant: TestTenant, name?: string, id?: string): Promise<string> {
  const { organizationId } = tenant;
  const tag = buildTag({ organizationId, ...(name !== undefined && { name }), ...(id !== undefined && { id }) });
  return (await insertFor(tenant, { Tag: tag })).Tag.id;
}

const tags = describeFirmRecord({
  table: "Tag",
  entity: "tag",
  key: "tag",
  parameter: "tagId",
  changed: () => ({ color: "#ffffff" }),
  create: createTag,
});

/** When the case was changed last, in the milliseconds of its ETag. */
export async function readCaseRevision(tenant: TestTenant, caseId: string): Promise<number> {
  const found = await tenant.inside((transaction) =>
    transaction.selectFrom("Case").select("updatedAt").where("id", "=", caseId).executeTakeFirstOrThrow(),
  );
  return Date.parse(found.updatedAt);
}

export const tagScenarios = {
  "tags.list": tags.listed,
  "tags.get": asRead(tags.on({})),
  "tags.create": tags.created(() => ({ [exampleTag.name]: newName() })),
  "tags.update": tags.on({ diff: ({ color }) => ({ color: { from: "#b45309", to: color } }) }),
  "tags.delete": tags.deleted,
  "cases.tags.set": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    const name = newName();
    await createTag(tenant, name);
    return {
      pathValues: { caseId },
      ownValues: { [exampleTag.name]: name },
      revision: await readCaseRevision(tenant, caseId),
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Case", caseId, { title: "Changed" }),
      touched: () => ({
        entity: "case",
        id: caseId,
        relatedIds: [
          { entity: "case", id: caseId },
          { entity: "client", id: clientId },
        ],
      }),
      diff: { tags: { from: [], to: [{ name, color: "#b45309" }] } },
      alsoEmits: ["case.tag_added"],
    };
  },
} satisfies Record<string, Scenario>;
