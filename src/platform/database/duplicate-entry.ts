import { AppError } from "../../contract/error-codes.ts";
import { isUniqueViolation } from "./database-errors.ts";

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
    throw rejection === undefined ? error : new AppError("DUPLICATE_ENTRY", rejection[1]);
  }
}
