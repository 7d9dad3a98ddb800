import * as z from "zod";
import { Lead } from "../../areas/leads/schema.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { Id, trimmedText } from "../../contract/values/values.ts";

const Name = trimmedText(100);

export const Conversion = z.strictObject({
  attorneyId: Id.optional().meta({ description: "The lead attorney of the case." }),
  matterStage: oneOf(sharedEnumerations.matterStage).optional().meta({ description: "Default: `intake`." }),
  caseType: oneOf(sharedEnumerations.caseType)
    .optional()
    .meta({ description: "Default: the lead's; required if it has none." }),
  copyDocuments: z
    .boolean()
    .default(true)
    .meta({ description: "Whether the lead's documents are handed over to the case." }),
  copyIntakeAnswers: z
    .boolean()
    .default(true)
    .meta({ description: "Whether the lead's intake answers are copied to the case." }),
  copyTasks: z.boolean().default(true).meta({ description: "Whether the lead's tasks are handed over to the case." }),
  copyNotes: z.boolean().default(true).meta({ description: "Whether the lead's notes are handed over to the case." }),
  clientMatch: z
    .discriminatedUnion("mode", [
      z
        .strictObject({
          mode: z.literal("create").meta({ description: "Creates a client from the lead's data." }),
          firstName: Name.optional().meta({
            description: "Default: the lead's. Send it if the injured person is not the caller.",
          }),
          lastName: Name.optional().meta({ description: "Default: the lead's; required if it has none." }),
        })
        .meta({ title: "New client" }),
      z
        .strictObject({
          mode: z.literal("existing").meta({ description: "Uses a client that exists." }),
          clientId: Id.meta({ description: "The client of the case." }),
        })
        .meta({ title: "Existing client" }),
    ])
    .meta({
      description:
        'Required. `{ "mode": "create" }` creates a client from the lead\'s data; `{ "mode": "existing", "clientId": "…" }` uses one that exists. The response contains only the client\'s ID and names.',
    }),
});
export type Conversion = z.infer<typeof Conversion>;

/** What a conversion made, in short: the whole records are read with the scopes that read them. */
export const Converted = z.object({
  lead: Lead,
  case: z.object({
    id: Id,
    sequenceId: z.string(),
    title: z.string().nullable(),
    caseType: z.string(),
    matterStage: z.string(),
    matterStatus: z.string(),
  }),
  client: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
});
export type Converted = z.infer<typeof Converted>;
