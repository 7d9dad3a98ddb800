import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { maxItems, maxResults } from "../../contract/bulk.ts";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";
import { HistorySort, listPageLimit, pageInput } from "../../contract/page.ts";
import { readIfMatch } from "../../contract/revision.ts";
import { Id, Instant, Name, text, versionFields } from "../../contract/values/values.ts";
import { bulkEnumerations } from "./enumerations.ts";

/*
 * The terms of bulk jobs, as other APIs have them:
 *
 * - job: a request that is accepted now and executed later (an "asynchronous job", a "batch").
 * - item: one call of an operation in a job, with its own idempotency key. It is executed as that call.
 * - result: what became of an item: the status, code and headers of its response, without the body.
 * - attempt: a worker that takes up a job, and goes on where the one before died.
 * - open: queued or running. A job ends once: completed, completed with errors, failed or canceled.
 * - skipped: an item that was never executed, because its job ended before.
 */

/** Queued or running jobs of an organization at most. */
export const maxOpenJobs = 5;
/** How long a job is kept after its end. */
export const keptDays = 7;

const printable = text(1, 200).refine((given) => /^[\x20-\x7e]*$/.test(given), "must be printable ASCII");
const onError = namedEnum("BulkOnError", ["continue", "stop"]);

const isObject = (given: unknown) => typeof given === "object" && given !== null && !Array.isArray(given);

export const BulkItem = z.strictObject({
  method: namedEnum("BulkMethod", ["POST", "PUT", "PATCH", "DELETE"]),
  path: text(1, 1_000)
    .refine(
      (given) => /^\/[\x21-\x7e]*$/.test(given) && !/[?#]/.test(given),
      "must be a path below /api/v1, percent-encoded, without a query",
    )
    .meta({ description: "Below /api/v1, percent-encoded, without a query: `/cases/external:4711/notes`." }),
  query: z
    .record(text(1, 200), text(0, 1_000))
    .refine((given) => Object.keys(given).length <= 20, "must have at most 20 parameters")
    .optional()
    .meta({ maxProperties: 20 }),
  // Passed on as it is, so that the operation sees what its single call would have sent.
  body: z
    .unknown()
    .refine((given) => given === undefined || isObject(given), "must be an object")
    .optional()
    .meta({ type: "object", additionalProperties: true, description: "The body of the call." }),
  ifMatch: printable
    .refine((given) => readIfMatch(given) !== undefined, 'must be the quoted revision of the last ETag, such as "3"')
    .optional(),
  idempotencyKey: printable.meta({
    description: "As `X-Idempotency-Key` of the call; unique in the job.",
    minLength: 1,
    maxLength: 200,
  }),
});
export type BulkItem = z.infer<typeof BulkItem>;

export const NewBulkJob = z.strictObject({
  name: Name.optional().meta({ description: "Shown to the firm, and in events: no data of clients." }),
  onError: onError
    .default("continue")
    .meta({ description: "`stop`: the items after the first one that fails are skipped." }),
  items: z
    .array(BulkItem)
    .min(1)
    .max(maxItems)
    .superRefine((items, context) => {
      const seen = new Set<string>();
      for (const [index, item] of items.entries()) {
        // Of a long list the items are checked later.
        const idempotencyKey: unknown = isObject(item) ? item.idempotencyKey : undefined;
        if (typeof idempotencyKey !== "string") continue;
        if (seen.has(idempotencyKey))
          context.addIssue({ code: "custom", path: [index, "idempotencyKey"], message: "is that of an earlier item" });
        seen.add(idempotencyKey);
      }
    }),
});
export type NewBulkJob = z.infer<typeof NewBulkJob>;

const count = z.int();
export const BulkJob = z
  .object({
    id: Id,
    name: z.string().nullable(),
    onError,
    status: oneOf(bulkEnumerations.bulkJobStatus),
    statusReason: oneOf(bulkEnumerations.bulkJobReason).nullable(),
    total: count,
    pending: count,
    succeeded: count,
    failed: count,
    skipped: count,
    createdBy: Actor,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
    expiresAt: Instant.nullable().meta({
      description: `When it is deleted with its results: ${keptDays} days after its end.`,
    }),
    ...versionFields,
  })
  .meta({ id: "BulkJob" });
export type BulkJob = z.infer<typeof BulkJob>;

export const BulkResult = z
  .object({
    index: z.int().meta({
      description:
        "The place of the item in the job, from 0. Idempotency keys are left out: with one, another user of the key could read the stored response.",
    }),
    operation: z.string(),
    path: z.string().meta({ description: "The path template of the operation." }),
    status: oneOf(bulkEnumerations.bulkItemStatus),
    httpStatus: z
      .int()
      .nullable()
      .meta({ description: "Of the response that the call would have had; null if it was not executed." }),
    code: z.string().nullable(),
    error: z
      .string()
      .nullable()
      .meta({ description: "As in the response of the call; names that only the call used are left out." }),
    reason: z.string().nullable().meta({ description: "As `X-Error-Reason` of the response of the call." }),
    detail: z.string().nullable().meta({ description: "As `X-Error-Detail` of the response of the call." }),
    isReplay: z
      .boolean()
      .meta({ description: "Whether the call was made before with this idempotency key, alone or in another job." }),
    resourceId: z.string().nullable().meta({ description: "The ID of the record in the response." }),
    location: z.string().nullable(),
    etag: z.string().nullable(),
    finishedAt: Instant.nullable(),
  })
  .meta({ id: "BulkResult" });
export type BulkResult = z.infer<typeof BulkResult>;

export const BulkJobFilter = z.strictObject({
  ...pageInput(listPageLimit),
  sort: HistorySort.default("newest"),
  status: oneOf(bulkEnumerations.bulkJobStatus).optional(),
});
export type BulkJobFilter = z.infer<typeof BulkJobFilter>;

export const BulkResultFilter = z.strictObject({
  ...pageInput({ maximum: maxResults, default: 200 }),
  status: oneOf(bulkEnumerations.bulkItemStatus).optional(),
});
export type BulkResultFilter = z.infer<typeof BulkResultFilter>;
