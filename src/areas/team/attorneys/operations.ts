import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { getAttorney, listAttorneys } from "./domain.ts";
import { Attorney, AttorneyFilter, ListedAttorney } from "./schema.ts";

const reading = { area: "Org & Team", scope: "org:read" } as const;

export const attorneyProcedures = {
  "attorneys.list": operation({
    ...reading,
    orScopes: ["cases:read", "org:manage"],
    route: "GET /attorneys",
    summary: "List attorneys",
    description:
      "Returns the attorneys with the status, by default the active ones. Their ids are what other operations take as `attorneyId` and `actingAttorneyId`; " +
      "`canActForKeys=true` returns those that integration keys can act for. With `cases:read` or `org:manage` instead of `org:read`, the records have only the members that the schema requires.",
  })
    .input(AttorneyFilter)
    .output(z.object({ attorneys: z.array(ListedAttorney), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listAttorneys(ctx, input)),

  "attorneys.get": operation({
    ...reading,
    route: "GET /attorneys/{attorneyId}",
    summary: "Get an attorney",
    description: "Returns an attorney in any status.",
    etag: "attorney.revision",
  })
    .input(z.strictObject({ attorneyId: Id }))
    .output(z.object({ attorney: Attorney }))
    .query(async ({ ctx, input }) => ({ attorney: await getAttorney(ctx, input.attorneyId) })),
};
