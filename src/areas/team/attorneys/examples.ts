import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import { admission } from "../examples.ts";
import type { Attorney } from "./schema.ts";

const attorney = {
  attorneyId: ids.attorneyId,
  memberId: ids.attorneyId,
  firstName: "Margaret",
  lastName: "Okafor",
  email: "margaret.okafor@example.com",
  title: "Managing Partner",
  status: "active",
  barAdmissions: [admission],
  office: null,
  canActForKeys: true,
  canActForKeysByApi: false,
  revision: 3,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Attorney;

export const attorneyExamples = {
  "attorneys.list": { parameters: { sort: "name" }, response: { attorneys: [attorney], nextCursor: null } },
  "attorneys.get": { parameters: { attorneyId: ids.attorneyId }, response: { attorney } },
} satisfies Record<string, OperationExample>;
