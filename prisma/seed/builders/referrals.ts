import { newId, type Given, type Values } from "./records.ts";

const system = { type: "system", id: "system", name: "Caseport" };

/** A firm that works elsewhere. */
export const buildPartnerFirm = (
  values: Given<"PartnerFirm", "organizationId" | "contactId">,
): Values<"PartnerFirm"> => ({
  id: newId("partnerFirm", values.createdAt),
  kind: "external",
  name: "Castillo Trial Group",
  states: ["TX"],
  createdBy: system,
  ...values,
});
