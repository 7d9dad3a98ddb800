import { buildOffice } from "../../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import {
  anInstant,
  asRead,
  newName,
  readId,
  type Arrangement,
  type ResponseBody,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { aboutRow, changeShown } from "../../../testing/harness/tenant-requests.ts";
import { office } from "./examples.ts";

/**
 * An office that is not the primary one, without members.
 *
 * @returns its id
 */
export async function createOffice(tenant: TestTenant, values: Partial<Values<"Office">> = {}): Promise<string> {
  const { organizationId } = tenant;
  return (await insertFor(tenant, { Office: buildOffice({ organizationId, ...values }) })).Office.id;
}

const touch = (id: string) => ({ entity: "office", id, relatedIds: [{ entity: "office", id }] });

const onOffice =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const officeId = await createOffice(tenant);
    return {
      ...aboutRow(tenant, "Office", { officeId }, { phone: "Changed" }),
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
      change: changeShown(tenant, "Office", "office", { phone: "Changed" }),
      touched: (response: ResponseBody) => touch(readId(response, "office")),
      standsAlone: true,
      diff: {},
    }),
  "offices.update": onOffice({ diff: ({ fax }) => ({ fax: { from: null, to: fax } }) }),
  "offices.delete": onOffice({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
} satisfies Record<string, Scenario>;
