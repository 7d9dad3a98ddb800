import * as z from "zod";
import { Id, Revision } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { listContacts } from "../contacts/domain.ts";
import { approvePartnerFirm, blockPartnerFirm, unblockPartnerFirm } from "./partner-firms/domain.network.ts";
import { addExternalFirm, partnerFirms } from "./partner-firms/domain.ts";
import { partnerFirmProcedures } from "./partner-firms/operations.ts";
import {
  NetworkCode,
  NewExternalFirm,
  PartnerFirm,
  PartnerFirmApproval,
  PartnerFirmBlock,
} from "./partner-firms/schema.ts";
import { referralDocumentProcedures } from "./documents/operations.ts";
import { referralProcedures } from "./referrals/operations.ts";
import { answersPortal } from "./referrals/portal.ts";
import { updateProcedures } from "./updates/operations.ts";
import { editProfile, getProfile, rotateCode } from "./profile/domain.ts";
import { ReferralProfile, ReferralProfileChanges } from "./profile/schema.ts";

const changing = { permission: "referrals:manage", tier: "write", confirm: "second_factor" } as const;
const Profile = z.object({ referralProfile: ReferralProfile });
const Firm = z.object({ partnerFirm: PartnerFirm });
const Chosen = z.strictObject({ partnerFirmId: Id });
/** So many contacts are offered for what was typed. */
const offeredContacts = 10;

/** Referrals, and Settings → Referrals: whom the firm works with is decided by a member with a second factor. */
export const referralsPortal = {
  "partnerFirms.list": partnerFirmProcedures["partnerFirms.list"],
  "referrals.list": referralProcedures["referrals.list"],
  "referrals.get": referralProcedures["referrals.get"],
  "referrals.updates.list": updateProcedures["referrals.updates.list"],
  "referrals.documents.list": referralDocumentProcedures["referrals.documents.list"],
  ...answersPortal,

  "referralProfile.get": portalOperation({
    permission: "referrals:manage",
    tier: "read",
    summary: "Get how the firm takes referrals",
  })
    .input(z.strictObject({}))
    .output(Profile)
    .query(async ({ ctx }) => ({ referralProfile: await getProfile(ctx) })),

  "referralProfile.edit": portalOperation({
    ...changing,
    summary: "Change how the firm takes referrals",
    errors: ["STALE_REVISION"],
  })
    .input(ReferralProfileChanges)
    .output(Profile)
    .mutation(async ({ ctx, input }) => ({ referralProfile: await editProfile(ctx, input) })),

  "referralProfile.rotateCode": portalOperation({
    ...changing,
    summary: "Draw another code of the firm",
    errors: ["STALE_REVISION"],
  })
    .input(z.strictObject({ expectedRevision: Revision }))
    .output(Profile)
    .mutation(async ({ ctx, input }) => ({ referralProfile: await rotateCode(ctx, input.expectedRevision) })),

  "partnerFirms.add": portalOperation({
    ...changing,
    summary: "Add a partner firm by its code",
    emits: ["partner_firm.created"],
    errors: ["DUPLICATE_ENTRY"],
  })
    .input(z.strictObject({ networkCode: NetworkCode }))
    .output(Firm)
    .mutation(async ({ ctx, input }) => ({
      partnerFirm: await partnerFirms.create(ctx, { kind: "network", ...input }),
    })),

  "partnerFirms.findContacts": portalOperation({
    permission: "referrals:manage",
    tier: "read",
    summary: "Find the contact that a firm elsewhere is",
  })
    .input(z.strictObject({ q: z.string().min(2).max(100) }))
    .output(z.object({ contacts: z.array(z.object({ id: Id, name: z.string() })) }))
    .query(async ({ ctx, input: { q } }) => {
      const { contacts } = await listContacts(ctx, { q, sort: "name", limit: offeredContacts });
      return { contacts: contacts.flatMap((contact) => ("isDeleted" in contact ? [] : [contact])) };
    }),

  "partnerFirms.addExternal": portalOperation({
    ...changing,
    summary: "Add a partner firm that works elsewhere",
    emits: ["partner_firm.created"],
    mayEmit: ["contact.created", "contact.updated"],
    errors: ["NOT_FOUND"],
  })
    .input(NewExternalFirm)
    .output(Firm)
    .mutation(async ({ ctx, input }) => ({ partnerFirm: await addExternalFirm(ctx, input) })),

  "partnerFirms.approve": portalOperation({
    ...changing,
    summary: "Approve sending referrals to a partner firm, or taking them",
    mayEmit: ["partner_firm.approved", "partner_firm.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(PartnerFirmApproval.extend(Chosen.shape))
    .output(Firm)
    .mutation(async ({ ctx, input: { partnerFirmId, ...approval } }) => ({
      partnerFirm: await approvePartnerFirm(ctx, partnerFirmId, approval),
    })),

  "partnerFirms.block": portalOperation({
    ...changing,
    summary: "Block a partner firm",
    emits: ["partner_firm.blocked"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
  })
    .input(PartnerFirmBlock.extend(Chosen.shape))
    .output(Firm)
    .mutation(async ({ ctx, input: { partnerFirmId, ...block } }) => ({
      partnerFirm: await blockPartnerFirm(ctx, partnerFirmId, block),
    })),

  "partnerFirms.unblock": portalOperation({
    ...changing,
    summary: "Work with a blocked partner firm again",
    emits: ["partner_firm.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION"],
  })
    .input(Chosen.extend({ expectedRevision: Revision }))
    .output(Firm)
    .mutation(async ({ ctx, input: { partnerFirmId, expectedRevision } }) => ({
      partnerFirm: await unblockPartnerFirm(ctx, partnerFirmId, expectedRevision),
    })),
};
