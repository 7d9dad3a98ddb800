import { AppError } from "../../contract/error-codes.ts";
import { isUniqueViolation } from "./database-errors.ts";

/**
 * Awaits a write. The unique indexes decide, so that of two at once one is refused.
 * @param refusals what is said for each unique index by its name
 * @throws DUPLICATE_ENTRY
 */
export async function refuseDuplicates<Result>(refusals: Readonly<Record<string, string>>, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const refusal = Object.entries(refusals).find(([index]) => isUniqueViolation(error, index));
    throw refusal === undefined ? error : new AppError("DUPLICATE_ENTRY", refusal[1]);
  }
}
