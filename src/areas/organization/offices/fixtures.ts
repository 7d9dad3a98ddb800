import { buildOffice } from "../../../../prisma/seed/builders/organizations.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, newName, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { describeFirmRecord } from "../../../testing/harness/tenant-requests.ts";
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

const offices = describeFirmRecord({
  table: "Office",
  entity: "office",
  key: "office",
  parameter: "officeId",
  changed: () => ({ phone: "Changed" }),
  create: createOffice,
});

export const officeScenarios = {
  "offices.list": offices.listed,
  "offices.get": asRead(offices.on({})),
  "offices.create": offices.created(() => ({ [office.name]: newName(), [office.externalId]: newName() })),
  "offices.update": offices.on({ diff: ({ fax }) => ({ fax: { from: null, to: fax } }) }),
  "offices.delete": offices.deleted,
} satisfies Record<string, Scenario>;
