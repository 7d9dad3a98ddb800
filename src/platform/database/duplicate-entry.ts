import { AppError } from "../../contract/error-codes.ts";
import { isUniqueViolation } from "./database-errors.ts";

/** The path that a message of such an index begins with. */
const externalId = /^(externalId|vendorLeadId): /;

/**
 * Awaits a write; unique indexes decide between concurrent ones.
 * @param rejections the message for each unique index by its name
 * @throws DUPLICATE_ENTRY
 */
export async function rejectDuplicates<Result>(rejections: Readonly<Record<string, string>>, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const rejection = Object.entries(rejections).find(([index]) => isUniqueViolation(error, index));
    if (rejection === undefined) throw error;
    const [, message] = rejection;
    throw new AppError("DUPLICATE_ENTRY", message, {}, { errorReason: externalId.test(message) ? "duplicate_external_id" : "duplicate" });
  }
}
