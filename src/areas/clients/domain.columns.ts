import { invalidInput } from "../../contract/errors/error-codes.ts";
import { assertNotFuture } from "../../platform/database/organization-day.ts";
import { toE164 } from "../../platform/phone-number.ts";
import type { Context } from "../../rpc/context.ts";
import { lockContactsForShare } from "../contacts/domain.ts";
import type { ClientChanges } from "./schema.ts";
import type { ClientColumns } from "./store.ts";

/** The columns of a client as a request gives them. */
export function describeColumns({
  address,
  phone,
  secondaryPhone,
  ssn,
  tags: _inTheirOwnTable,
  ...columns
}: ClientChanges): ClientColumns {
  return {
    ...columns,
    ...(address !== undefined && (address ?? emptyAddress)),
    ...(phone !== undefined && { phone, phoneE164: phone === null ? null : toE164(phone) }),
    ...(secondaryPhone !== undefined && {
      secondaryPhone,
      secondaryPhoneE164: secondaryPhone === null ? null : toE164(secondaryPhone),
    }),
    ...(ssn !== undefined && { ssnFourDigits: ssn === null ? null : ssn.slice(-4) }),
  };
}

const emptyAddress = { line1: null, line2: null, city: null, state: null, zipCode: null, country: null };

/**
 * Locks the contacts that a client names FOR KEY SHARE until commit. Contacts are locked before clients everywhere
 * (0018).
 *
 * @throws NOT_FOUND
 */
export async function lockContactsOfClientForShare(
  context: Context,
  { employerContactId, guardianContactId, representativeContactId }: ClientChanges,
): Promise<void> {
  await lockContactsForShare(context, [employerContactId, guardianContactId, representativeContactId]);
}

interface Life {
  dateOfBirth?: string | null | undefined;
  dateOfDeath?: string | null | undefined;
}

/**
 * @param before the stored dates: a request may repeat them
 * @throws VALIDATION_FAILED for a day in the future, and for a death before the birth
 */
export async function validateDates(
  context: Context,
  { dateOfBirth, dateOfDeath }: Life,
  before: Life = {},
): Promise<void> {
  await assertNotFuture(context, {
    ...(dateOfBirth !== before.dateOfBirth && { dateOfBirth }),
    ...(dateOfDeath !== before.dateOfDeath && { dateOfDeath }),
  });
  if (typeof dateOfBirth !== "string" || typeof dateOfDeath !== "string" || dateOfBirth <= dateOfDeath) return;
  throw invalidInput({ path: "dateOfDeath", message: "must not be before dateOfBirth" });
}

export const takenByClients = { Client_organizationId_externalId_key: "externalId: used by another client" };
