import { buildPartnerFirm } from "../../../../prisma/seed/builders/referrals.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { asRead, readId, type Arrangement, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { createNamedContact } from "../../cases/parties/fixtures.ts";
import { partnerFirm as examplePartnerFirm } from "./examples.ts";

export interface CreatedPartnerFirm {
  partnerFirmId: string;
  contactId: string;
}

/** A firm that works elsewhere, with a contact of its own. */
export async function createPartnerFirm(
  tenant: TestTenant,
  values: Partial<Values<"PartnerFirm">> = {},
): Promise<CreatedPartnerFirm> {
  const contactId = values.contactId ?? (await createNamedContact(tenant, "Castillo Trial Group"));
  const firm = buildPartnerFirm({ organizationId: tenant.organizationId, ...values, contactId });
  await insertFor(tenant, { PartnerFirm: firm });
  return { partnerFirmId: firm.id, contactId };
}

const touch = (id: string, contactId: string) => ({
  entity: "partner_firm",
  id,
  relatedIds: [
    { entity: "partner_firm", id },
    { entity: "contact", id: contactId },
  ],
});

/** A request about a partner firm that there is. It is never gone. */
const onFirm =
  (more: Partial<Arrangement>): Scenario =>
  async (tenant) => {
    const { partnerFirmId, contactId } = await createPartnerFirm(tenant);
    return {
      pathValues: { partnerFirmId },
      revision: 1,
      change: () => changeRow(tenant, "PartnerFirm", partnerFirmId, { notes: "Changed" }),
      touched: () => touch(partnerFirmId, contactId),
      standsAlone: true,
      ...more,
    };
  };

export const partnerFirmScenarios = {
  "partnerFirms.list": async (tenant) => {
    await createPartnerFirm(tenant);
    return { query: { sort: "oldest" } };
  },
  "partnerFirms.create": async (tenant) => {
    const contactId = await createNamedContact(tenant, "Castillo Trial Group");
    return {
      ownValues: { [examplePartnerFirm.contactId]: contactId },
      change: changeShown(tenant, "PartnerFirm", "partnerFirm", { notes: "Changed" }),
      touched: (response) => touch(readId(response, "partnerFirm"), contactId),
      emitsBefore: ["contact.updated"],
      standsAlone: true,
      diff: {},
    };
  },
  "partnerFirms.get": asRead(onFirm({})),
  "partnerFirms.update": onFirm({
    alsoEmits: ["partner_firm.updated"],
    diff: ({ phone }) => ({ phone: { from: null, to: phone } }),
  }),
} satisfies Record<string, Scenario>;
