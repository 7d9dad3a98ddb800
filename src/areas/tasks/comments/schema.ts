import * as z from "zod";
import { Author } from "../../../contract/actor.ts";
import { HistorySort, listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, Instant, markdown } from "../../../contract/values/values.ts";

export const NewTaskComment = z.strictObject({ body: markdown(5_000) });

export const TaskComment = z
  .object({
    id: Id,
    taskId: Id,
    body: z.string().nullable().meta({ description: "Markdown; null once deleted." }),
    author: Author,
    createdAt: Instant,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "TaskComment" });
export type TaskComment = z.infer<typeof TaskComment>;

export const BelowTask = z.strictObject({
  taskId: Id,
  ...pageInput(listPageLimit),
  sort: HistorySort.default("newest"),
});
export type BelowTaskQuery = Omit<z.infer<typeof BelowTask>, "taskId">;
