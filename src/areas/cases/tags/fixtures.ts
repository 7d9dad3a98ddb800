import { buildTag } from "../../../../prisma/seed/builders/cases.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, deleteRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { tag as exampleTag } from "./examples.ts";

/** A tag that no case has. */
export async function createTag(tenant: TestTenant, name?: string, id?: string): Promise<string> {
  const { organizationId } = tenant;
  const tag = buildTag({ organizationId, ...(name !== undefined && { name }), ...(id !== undefined && { id }) });
  return (await insertFor(tenant, { Tag: tag })).Tag.id;
}

const touch = (id: string) => ({ entity: "tag", id, relatedIds: [{ entity: "tag", id }] });

/** A request about a tag that there is. */
const onTag =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const tagId = await createTag(tenant);
    return {
      ...aboutRow(tenant, "Tag", { tagId }, { color: "#ffffff" }),
      touched: () => touch(tagId),
      standsAlone: true,
      ...more,
    };
  };

/** When the case was changed last, in the milliseconds of its ETag. */
export async function readCaseRevision(tenant: TestTenant, caseId: string): Promise<number> {
  const found = await tenant.inside((transaction) =>
    transaction.selectFrom("Case").select("updatedAt").where("id", "=", caseId).executeTakeFirstOrThrow(),
  );
  return Date.parse(found.updatedAt);
}

export const tagScenarios = {
  "tags.list": async (tenant) => {
    await createTag(tenant);
    return { query: { sort: "name" } };
  },
  "tags.get": asRead(onTag({})),
  "tags.create": async (tenant) => ({
    ownValues: { [exampleTag.name]: newName() },
    change: changeShown(tenant, "Tag", "tag", { color: "#ffffff" }),
    touched: (response: ResponseBody) => touch(readId(response, "tag")),
    standsAlone: true,
    diff: {},
  }),
  "tags.update": onTag({ diff: ({ color }) => ({ color: { from: "#b45309", to: color } }) }),
  "tags.delete": onTag({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
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
