import * as z from "zod";
import { acceptDeleted } from "../../../contract/deleted-records.ts";
import { ListView, sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, GivenInstant, Id, text } from "../../../contract/values/values.ts";
import { CaseState, CaseType, MatterStage, MatterStatus } from "../schema.input.ts";

export const CaseQuery = acceptDeleted(
  z.strictObject({
    ...sortedPageInput,
    view: ListView.default("summary").meta({ description: "`full` returns each case like GET /cases/{caseId}." }),
    updatedSince: GivenInstant.optional().meta({
      description: "Cases changed at or after this instant. Combine with `sort=updated` to synchronize a copy.",
    }),
    matterStage: MatterStage.optional(),
    matterStatus: MatterStatus.optional(),
    caseType: CaseType.optional(),
    caseState: CaseState.optional(),
    attorneyId: Id.optional().meta({ description: "Cases to which this attorney is assigned, in any role." }),
    plaintiffId: Id.optional(),
    partnerId: Id.optional(),
    externalId: text(1, 200).optional(),
    tag: text(1, 100).optional().meta({ description: "The name of a tag." }),
    highValue: z.boolean().optional(),
    withoutOpenTasks: z.boolean().optional().meta({
      description:
        "`true`: cases without a task that is open, that is, not completed, canceled or deleted. `false`: cases with one. Requires `tasks:read`, too.",
    }),
    q: text(1, 200).optional().meta({
      description:
        "Whole words of title, number, externalId, the client's name, and the docket numbers and captions of court actions; all must match.",
    }),
    dateOfIncidentFrom: CalendarDate.optional(),
    dateOfIncidentTo: CalendarDate.optional(),
    closedOnFrom: CalendarDate.optional(),
    closedOnTo: CalendarDate.optional(),
  }),
);
export type CaseQuery = z.infer<typeof CaseQuery>;
export type CaseFilters = Omit<CaseQuery, "after" | "limit" | "sort" | "view">;
