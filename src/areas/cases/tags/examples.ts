import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { caseDetail } from "../examples.ts";
import type { Tag } from "./schema.ts";

const { organizationId, caseId } = ids;
const created = { revision: 1, createdAt: times.stage, updatedAt: times.stage } as const;

export const tag = {
  id: "tag_01kf3md4s6v8x0z2b4d6f8h0k2",
  organizationId,
  name: "Commercial policy",
  color: "#b45309",
  ...created,
  deletedAt: null,
} satisfies Tag;

const changed = { revision: 2, updatedAt: times.now };

export const tagExamples = {
  "tags.list": { parameters: { sort: "name" }, response: { tags: [tag], nextCursor: null } },
  "tags.get": { parameters: { tagId: tag.id }, response: { tag } },
  "tags.create": { body: { name: tag.name, color: tag.color }, response: { tag } },
  "tags.update": {
    parameters: { tagId: tag.id },
    body: { color: "#0f766e" },
    response: { tag: { ...tag, color: "#0f766e", ...changed } },
  },
  "tags.delete": { parameters: { tagId: tag.id }, response: {} },
  "cases.tags.set": { parameters: { caseId }, body: { tags: [tag.name] }, response: { case: caseDetail } },
} satisfies Record<string, OperationExample>;
