import { buildLien } from "../../../../prisma/seed/builders/settlements.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, readId, type Arrangement, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { lien as exampleLien } from "./examples.ts";

export interface CreatedLien {
  lienId: string;
  caseId: string;
  clientId: string;
}

const actor = { type: "integration_key", id: "key_fixture", name: "Fixture" };

/** Medicare's lien on a case of its own, of which nobody has asserted an amount. */
export async function createLien(tenant: TestTenant, values: Partial<Values<"Lien">> = {}): Promise<CreatedLien> {
  const { organizationId } = tenant;
  const ofCase = await createCase(tenant);
  const lienholderContactId = values.lienholderContactId ?? (await createNamedContact(tenant, "Medicare"));
  const lien = buildLien({ organizationId, caseId: ofCase.caseId, createdBy: actor, ...values, lienholderContactId });
  await insertFor(tenant, { Lien: lien });
  return { lienId: lien.id, caseId: lien.caseId, clientId: ofCase.clientId };
}

const touch = (ofCase: { caseId: string; clientId: string }, id: string) => ({
  entity: "lien",
  id,
  relatedIds: relateCase(ofCase),
});

/** A request about a lien that there is. It is gone with its case alone. */
const onLien =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const created = await createLien(tenant);
    const { lienId, caseId } = created;
    return {
      pathValues: { lienId },
      revision: 1,
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Lien", lienId, { notes: "Changed" }),
      touched: () => touch(created, lienId),
      ...more,
    };
  };

export const lienScenarios = {
  "liens.list": async (tenant) => {
    await createLien(tenant);
    return { query: { sort: "oldest" } };
  },
  "cases.liens.create": async (tenant) => {
    const ofCase = await createCase(tenant);
    const lienholderContactId = await createNamedContact(tenant, "Benefits Coordination & Recovery Center");
    return {
      pathValues: { caseId: ofCase.caseId },
      ownValues: { [exampleLien.lienholder.id]: lienholderContactId },
      remove: () => deleteRow(tenant, "Case", ofCase.caseId),
      change: changeShown(tenant, "Lien", "lien", { notes: "Changed" }),
      touched: (response) => touch(ofCase, readId(response, "lien")),
      diff: {},
    };
  },
  "liens.get": asRead(onLien({})),
  "liens.update": onLien({ diff: ({ payByOn }) => ({ payByOn: { from: null, to: payByOn } }) }),
  "liens.transition": onLien({
    alsoEmits: ["lien.updated"],
    diff: ({ assertedCents }) => ({
      assertedCents: { from: null, to: assertedCents },
      auditedCents: { from: null, to: assertedCents },
      status: { from: "identified", to: "asserted" },
      availableTransitions: {
        from: ["asserted", "waived", "withdrawn"],
        to: ["disputed", "negotiating", "final", "waived", "withdrawn"],
      },
    }),
  }),
} satisfies Record<string, Scenario>;
