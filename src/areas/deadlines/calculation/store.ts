import type { Context } from "../../../rpc/context.ts";

/** The organization's time zone. */
export async function findTimeZone({ organizationId, transaction }: Context): Promise<string> {
  const { timezone } = await transaction.selectFrom("Organization").select("timezone").where("id", "=", organizationId).executeTakeFirstOrThrow();
  return timezone;
}
