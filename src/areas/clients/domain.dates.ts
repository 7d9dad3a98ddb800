import { Temporal } from "temporal-polyfill";
import { invalidInput } from "../../contract/errors/error-codes.ts";

/** How long before the birth an injury of an unborn child can lie: a pregnancy, generously. */
export const pregnancyDays = 300;

interface Dates {
  dateOfIncident?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
  caseType?: string | null | undefined;
}

/**
 * Whether an incident precedes the birth of the one who was hurt; with a case of birth injury, by more than a
 * pregnancy.
 */
export function precedesBirth({ dateOfIncident, dateOfBirth, caseType }: Dates): boolean {
  if (typeof dateOfIncident !== "string" || typeof dateOfBirth !== "string" || dateOfIncident >= dateOfBirth)
    return false;
  return (
    caseType !== "birth_injury" ||
    dateOfIncident < Temporal.PlainDate.from(dateOfBirth).subtract({ days: pregnancyDays }).toString()
  );
}

/** @throws VALIDATION_FAILED where {@link precedesBirth} */
export function assertBornBefore(dates: Dates): void {
  if (precedesBirth(dates))
    throw invalidInput({ path: "dateOfIncident", message: "must not be before the client's dateOfBirth" });
}
