import { createPerson, openSession } from "../../../testing/harness/identity.ts";
import { openPortal, type Portal } from "../../../testing/harness/requests/portal-calls.ts";
import type { TestServer } from "../../../testing/harness/server.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { createMember } from "../../team/fixtures.ts";

export interface Approver {
  memberId: string;
  userId: string;
  portal: Portal;
}

/** A member of the firm in the portal: an attorney with a fresh second factor, unless the values say otherwise. */
export async function signInApprover(
  server: TestServer,
  tenant: TestTenant,
  values: Parameters<typeof createMember>[1] = {},
  hasSecondFactor = true,
): Promise<Approver> {
  const attorney = { firstName: "Cleo", lastName: "Approver", role: "attorney", isAttorney: true };
  return signInMember(server, tenant, await createMember(tenant, { ...attorney, ...values }), hasSecondFactor);
}

/** A member that there is, in the portal. */
export async function signInMember(
  server: TestServer,
  tenant: TestTenant,
  memberId: string,
  hasSecondFactor = true,
): Promise<Approver> {
  const { organizationId } = tenant;
  const { slug } = await tenant.inside((transaction) =>
    transaction.selectFrom("Organization").select("slug").where("id", "=", organizationId).executeTakeFirstOrThrow(),
  );
  const person = await createPerson(server, { member: { organizationId, memberId }, hasSecondFactor });
  return { memberId, userId: person.userId, portal: openPortal(server, await openSession(server, person), slug) };
}

/** What a member decides on a disbursement, at its first revision unless another is given. */
export const decide = (
  { portal }: Approver,
  trustDisbursementId: string,
  {
    decision = "approve",
    note,
    expectedRevision = 1,
  }: { decision?: string; note?: string; expectedRevision?: number } = {},
) =>
  portal.mutate<{ trustDisbursement: { status: string; isSoleApproval: boolean; decidedBy: { id: string } } }>(
    "trustDisbursements.decide",
    { trustDisbursementId, expectedRevision, decision, ...(note !== undefined && { note }) },
  );
