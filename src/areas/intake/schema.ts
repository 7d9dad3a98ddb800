import * as z from "zod";
import { Id, Instant, Revision, text } from "../../contract/values.ts";

/** Which question an answer belongs to: `incident.policeReport.number`, `vehicles[0].make`. Source: contract, "Ids, values, bodies". */
export const Accessor = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.\-[\]]{0,199}$/, "must be 1 to 200 characters: a letter, then letters, digits or _ . - [ ]")
  .meta({ minLength: 1, maxLength: 200, example: "incident.policeReport.number" });

/** Source: specification, "Limits". */
export const AnswerValue = text(0, 10_000);

export const IntakeAnswer = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    accessor: z.string(),
    value: z.string(),
    source: z.string().meta({ example: "api" }),
    answeredAt: Instant,
    revision: Revision,
    createdAt: Instant,
    updatedAt: Instant,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "IntakeAnswer" });
export type IntakeAnswer = z.infer<typeof IntakeAnswer>;
