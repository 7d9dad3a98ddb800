import type { Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { office } from "./examples.ts";

/**
 * An office that is not the primary one, without members.
 *
 * @returns its id
 */
export async function createOffice(
  tenant: TestTenant,
  values: Partial<Insertable<Tables["Office"]>> = {},
): Promise<string> {
  const { organizationId } = tenant;
  const id = createId("office");
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Office")
      .values({ organizationId, id, name: `Office ${id}`, ...values })
      .execute(),
  );
  return id;
}

const touch = (id: string) => ({ entity: "office", id, relatedIds: [{ entity: "office", id }] });

const onOffice =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const officeId = await createOffice(tenant);
    return {
      pathValues: { officeId },
      revision: 1,
      remove: () => changeRow(tenant, "Office", officeId, { deletedAt: new Date().toISOString() }),
      change: () => changeRow(tenant, "Office", officeId, { phone: "Changed" }),
      touched: () => touch(officeId),
      standsAlone: true,
      ...more,
    };
  };

export const officeScenarios = {
  "offices.list": async (tenant) => {
    await createOffice(tenant);
    return { query: { sort: "name" } };
  },
  "offices.get": asRead(onOffice({})),
  "offices.create": (tenant) =>
    Promise.resolve({
      ownValues: { [office.name]: newName(), [office.externalId]: newName() },
      change: (response: ResponseBody) => changeRow(tenant, "Office", readId(response, "office"), { phone: "Changed" }),
      touched: (response: ResponseBody) => touch(readId(response, "office")),
      standsAlone: true,
      diff: {},
    }),
  "offices.update": onOffice({ diff: ({ fax }) => ({ fax: { from: null, to: fax } }) }),
  "offices.delete": onOffice({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
} satisfies Record<string, Scenario>;
