import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import type { RouteTable } from "../../rpc/call/route.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { bulkArchive } from "./archive.ts";
import { cancelBulkJob, createBulkJob, getBulkJob, listBulkJobs, listBulkResults } from "./domain.ts";
import { maxItems, maxJobBytes } from "../../contract/bulk.ts";
import { bulkEnumerations } from "./enumerations.ts";
import { bulkJobEvents } from "./events.ts";
import { bulkExamples } from "./examples.ts";
import { BulkJob, BulkJobFilter, BulkResult, BulkResultFilter, NewBulkJob, keptDays, maxOpenJobs } from "./schema.ts";

const common = { area: "Platform", scope: null, bulk: false } as const;
const Chosen = z.strictObject({ jobId: Id });
const Shown = z.object({ bulkJob: BulkJob });
const ownOnly = "A key sees its own jobs only.";

const whatItDoes =
  `Executes 1 to ${maxItems} calls, in a body of at most ${maxJobBytes / 1_048_576} MiB, in the background, one after the other in the order of \`items\`: an item sees what those before it wrote. An item is exactly the call that it describes, with ` +
  "`X-Idempotency-Key` and `If-Match` as headers: the same scopes, rules, errors, events and stored response, so a single call whose response was lost can be repeated in a job, and the reverse. " +
  "Items do not succeed or fail together. Which operations can be items is `x-bulk` of the OpenAPI document. Fails as a whole only for what no call could be: an operation that cannot be an item, a malformed path, query or " +
  "`ifMatch`, or an idempotency key that is missing or used twice; a body that its operation rejects is that item's result, and so is a scope that the key lacks. Items do not count against the rate limits of the key; " +
  `jobs run at most 10 items a second (an installation can set another number), one of operations in the sensitive tier. An organization has at most ${maxOpenJobs} open jobs (429), of which two run at once, and those of one key one after the other. ` +
  `What the items send is encrypted until they end, then deleted; the job is kept ${keptDays} days longer. Calls that ignore \`X-Idempotency-Key\` are made once as items, too. ` +
  "Events of items have the job's ID as `correlationId`.";

const jobProcedures = {
  "bulk.list": operation({
    ...common,
    route: "GET /bulk",
    summary: "List the calling key's bulk jobs",
    description: ownOnly,
  })
    .input(BulkJobFilter)
    .output(z.object({ bulkJobs: z.array(BulkJob), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listBulkJobs(ctx, input)),

  "bulk.get": operation({
    ...common,
    route: "GET /bulk/{jobId}",
    summary: "Get a bulk job",
    description: `${ownOnly} Poll it, or wait for the event of its end.`,
    etag: "bulkJob.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ bulkJob: await getBulkJob(ctx, input.jobId) })),

  "bulk.results.list": operation({
    ...common,
    route: "GET /bulk/{jobId}/results",
    summary: "List a bulk job's results",
    description:
      "One result an item, in the order of the items, without records: the same call with the same idempotency key returns the stored response for 24 hours.",
  })
    .input(BulkResultFilter.extend({ jobId: Id }))
    .output(z.object({ results: z.array(BulkResult), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { jobId, ...filter } }) => listBulkResults(ctx, jobId, filter)),

  "bulk.cancel": operation({
    ...common,
    route: "POST /bulk/{jobId}/cancel",
    summary: "Cancel a bulk job",
    description:
      "The item under way ends; those after it are skipped. What was written stays. Fails with 409 when the job has ended.",
    emits: ["bulk_job.cancelled"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "bulkJob.revision",
    mcp: "never",
  })
    .input(Chosen)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ bulkJob: await cancelBulkJob(ctx, input.jobId) })),
};

/** @param routes of all operations, known once all areas are defined */
export function createBulk(routes: () => RouteTable) {
  const creation = {
    "bulk.create": operation({
      ...common,
      route: "POST /bulk",
      summary: "Create a bulk job",
      description: whatItDoes,
      emits: ["bulk_job.created"],
      errors: ["RATE_LIMITED"],
      etag: "bulkJob.revision",
      created: { location: "/bulk/{bulkJob.id}" },
      manyItems: { member: "items", maxBodyBytes: maxJobBytes },
      mcp: "never",
    })
      .input(NewBulkJob)
      .output(Shown)
      .mutation(async ({ ctx, input }) => ({ bulkJob: await createBulkJob(ctx, routes(), input) })),
  };
  return defineArea(
    { ...creation, ...jobProcedures },
    {
      examples: bulkExamples,
      events: [bulkJobEvents],
      enumerations: bulkEnumerations,
      archive: bulkArchive,
    },
  );
}
