import { sql } from "kysely";
import { selectRecord, selectRows } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";

/**
 * The organization that a partner firm of the network is; undefined for one elsewhere. It is read from the partner's
 * row alone: no request names another organization.
 */
export async function findPartnerOrganization(context: Context, partnerFirmId: string): Promise<string | undefined> {
  const found = await selectRecord(context, "PartnerFirm", partnerFirmId)
    .select("partnerOrganizationId")
    .executeTakeFirst();
  return found?.partnerOrganizationId ?? undefined;
}

/** The partner firm that another organization is here. */
export function findPartnerOf(context: Context, organizationId: string): Promise<Row<"PartnerFirm"> | undefined> {
  return selectRows(context, "PartnerFirm")
    .selectAll()
    .where("partnerOrganizationId", "=", organizationId)
    .executeTakeFirst();
}

/** The ID of the row of a referral on this side. */
export async function findPairedReferral(context: Context, pairId: string): Promise<string | undefined> {
  return (await selectRows(context, "Referral").select("id").where("pairId", "=", pairId).executeTakeFirst())?.id;
}

/** The ID of the row of a payout on this side. */
export async function findPairedPayout(context: Context, pairId: string): Promise<string | undefined> {
  return (await selectRows(context, "ReferralPayout").select("id").where("pairId", "=", pairId).executeTakeFirst())?.id;
}

/** A firm of this installation by the code that it gave; undefined for none. */
export async function findReferralFirm(
  { transaction }: Context,
  code: string,
): Promise<{ organizationId: string; displayName: string } | undefined> {
  const { rows } = await sql<{ organizationId: string; displayName: string }>`
    SELECT "organizationId", "displayName" FROM find_referral_firm(${code})`.execute(transaction);
  // A code that two firms drew is no code.
  return rows.length === 1 ? rows[0] : undefined;
}

type Handed = Row<"Lead"> & { kind: "lead" };
/** A lead or case with its client, as an acceptance hands it over. The caller has locked it. */
export interface HandedOver {
  lead: Omit<Handed, "kind"> | undefined;
  matter: Row<"Case"> | undefined;
  client: Row<"Client"> | undefined;
}

/** What a referral hands over, as it is now. */
export async function readHandedOver(
  context: Context,
  { leadId, caseId }: { leadId: string | null; caseId: string | null },
): Promise<HandedOver> {
  const matter =
    caseId === null ? undefined : await selectRecord(context, "Case", caseId).selectAll().executeTakeFirst();
  const client =
    matter === undefined
      ? undefined
      : await selectRecord(context, "Client", matter.plaintiffId).selectAll().executeTakeFirst();
  const lead = leadId === null ? undefined : await selectRecord(context, "Lead", leadId).selectAll().executeTakeFirst();
  return { lead, matter, client };
}
