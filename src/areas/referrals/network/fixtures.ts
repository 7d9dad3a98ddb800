import { buildPartnerFirm } from "../../../../prisma/seed/builders/referrals.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";

/** The ID of the partner firm that each is to the other. */
export interface Partners {
  /** Of the handling firm, in the originating one. */
  handlingId: string;
  /** Of the originating firm, in the handling one. */
  originatingId: string;
}

/** Two firms that approved each other: the first refers, the second takes referrals. */
export async function createPartners(
  originating: TestTenant,
  handling: TestTenant,
  profile: Partial<Values<"ReferralProfile">> = {},
): Promise<Partners> {
  const approval = (of: TestTenant) => ({ memberId: of.attorneyId, at: "2026-03-01T15:00:00.000Z" });
  const partner = (of: TestTenant, other: TestTenant, name: string) =>
    buildPartnerFirm({
      organizationId: of.organizationId,
      contactId: null,
      kind: "network",
      partnerOrganizationId: other.organizationId,
      name,
      approvedForSending: approval(of),
      mayReferToUs: approval(of),
    });
  const handlingFirm = partner(originating, handling, "Castillo Trial Group");
  const originatingFirm = partner(handling, originating, "Okafor & Lindqvist LLP");
  await insertFor(originating, { PartnerFirm: handlingFirm });
  await insertFor(handling, {
    PartnerFirm: originatingFirm,
    ReferralProfile: {
      organizationId: handling.organizationId,
      displayName: "Castillo Trial Group",
      accepts: "approved",
      ...profile,
    },
  });
  return { handlingId: handlingFirm.id, originatingId: originatingFirm.id };
}
