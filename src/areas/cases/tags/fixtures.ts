import { createId } from "../../../platform/database/ids.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type ResponseBody,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { tag } from "./examples.ts";

/** A tag that no case has. */
export async function createTag(
  tenant: TestTenant,
  name = `Tag ${createId("tag")}`,
  id = createId("tag"),
): Promise<string> {
  const { organizationId } = tenant;
  await tenant.inside((transaction) =>
    transaction.insertInto("Tag").values({ organizationId, id, name, color: "#b45309" }).execute(),
  );
  return id;
}

const touch = (id: string) => ({ entity: "tag", id, relatedIds: [{ entity: "tag", id }] });

/** A request about a tag that there is. */
const onTag =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const tagId = await createTag(tenant);
    return {
      pathValues: { tagId },
      revision: 1,
      remove: () => changeRow(tenant, "Tag", tagId, { deletedAt: new Date().toISOString() }),
      change: () => changeRow(tenant, "Tag", tagId, { color: "#ffffff" }),
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
    ownValues: { [tag.name]: newName() },
    change: (response: ResponseBody) => changeRow(tenant, "Tag", readId(response, "tag"), { color: "#ffffff" }),
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
      ownValues: { [tag.name]: name },
      revision: await readCaseRevision(tenant, caseId),
      remove: () => changeRow(tenant, "Case", caseId, { deletedAt: new Date().toISOString() }),
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
