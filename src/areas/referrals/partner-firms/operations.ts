import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { changesSomething, Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { getPartnerFirm, partnerFirms, updatePartnerFirm } from "./domain.ts";
import { NewPartnerFirm, PartnerFirm, PartnerFirmChanges, PartnerFirmDetail, PartnerFirmFilter } from "./schema.ts";

const reading = { area: "Referrals", scope: "referrals:read" } as const satisfies Partial<OperationMeta>;
const writing = {
  area: "Referrals",
  scope: "referrals:write",
  readBy: "referrals:read",
  etag: "partnerFirm.revision",
} as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ partnerFirmId: Id });
const Shown = z.object({ partnerFirm: PartnerFirm });
const role = "The contact gets the role `referring_attorney`, with a `contact.updated` of its own.";

export const partnerFirmProcedures = {
  "partnerFirms.list": operation({
    ...reading,
    route: "GET /partner-firms",
    summary: "List partner firms",
    description:
      "Returns the firms to which the firm refers matters or from which it takes them, newest first by default.",
  })
    .input(PartnerFirmFilter)
    .output(z.object({ partnerFirms: z.array(PartnerFirm), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const { records, nextCursor } = await partnerFirms.list(ctx, input);
      return { partnerFirms: records, nextCursor };
    }),

  "partnerFirms.create": operation({
    ...writing,
    route: "POST /partner-firms",
    summary: "Create a partner firm",
    description: `Adds a firm that works elsewhere, or one of this installation by the code that it gave; members approve that one in the portal before anything is sent. ${role}.`,
    emits: ["partner_firm.created"],
    mayEmit: ["contact.updated"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY"],
    created: { location: "/partner-firms/{partnerFirm.id}" },
  })
    .input(NewPartnerFirm)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ partnerFirm: await partnerFirms.create(ctx, input) })),

  "partnerFirms.get": operation({
    ...reading,
    route: "GET /partner-firms/{partnerFirmId}",
    summary: "Get a partner firm",
    description: "Returns the firm with what became of the referrals with it, counted in both directions.",
    etag: "partnerFirm.revision",
  })
    .input(Chosen)
    .output(z.object({ partnerFirm: PartnerFirmDetail }))
    .query(async ({ ctx, input }) => ({ partnerFirm: await getPartnerFirm(ctx, input.partnerFirmId) })),

  "partnerFirms.update": operation({
    ...writing,
    route: "PATCH /partner-firms/{partnerFirmId}",
    summary: "Update a partner firm",
    description: `Changes the fields that you send, at least one; \`null\` clears a field, and lists and terms are replaced as a whole. \`status\` \`blocked\` records \`partner_firm.blocked\` instead of \`partner_firm.updated\`. ${role}`,
    mayEmit: ["partner_firm.updated", "partner_firm.blocked", "contact.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY"],
  })
    .input(PartnerFirmChanges.extend(Chosen.shape).refine(...changesSomething("partnerFirmId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { partnerFirmId, ...changes } }) => ({
      partnerFirm: await updatePartnerFirm(ctx, partnerFirmId, changes),
    })),
};
