import * as z from "zod";
import { CalendarDate, Email, Id, Instant, Revision, isCalendarDate, text } from "../../contract/values.ts";

const Name = text(1, 100);

/** What may be changed of a client; null clears. Source: contract, "Ids, values, bodies". */
export const ClientChanges = z.strictObject({
  firstName: Name.optional(),
  lastName: Name.optional(),
  email: Email.nullable().optional(),
  phone: text(1, 50).nullable().optional(),
  zipCode: z
    .string()
    .regex(/^\d{5}(-\d{4})?$/, "must be 12345 or 12345-6789")
    .nullable()
    .optional(),
  dateOfBirth: z
    .string()
    .refine((value) => isCalendarDate(value) && value <= lastDateAnywhere(), "must be a date, YYYY-MM-DD, not in the future")
    .meta({ format: "date", example: "1984-06-30" })
    .nullable()
    .optional(),
});
export type ClientChanges = z.infer<typeof ClientChanges>;

/** Today in the time zone where the day begins first (UTC+14): what is future there is future everywhere. */
function lastDateAnywhere(): string {
  return new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
}

export const Client = z
  .object({
    id: Id,
    organizationId: Id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    dateOfBirth: CalendarDate.nullable(),
    ssnFourDigits: z.string().nullable(),
    caseIds: z.array(Id).meta({ description: "The client's cases, oldest first." }),
    externalId: z.string().nullable(),
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Client" });
export type Client = z.infer<typeof Client>;
