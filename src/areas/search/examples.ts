import { basePath } from "../../contract/base-path.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import { caseDetail } from "../cases/examples.ts";
import { client } from "../clients/examples.ts";

export const searchExamples = {
  "search.list": {
    parameters: { q: "elena mar", types: "client,case,document" },
    response: {
      results: [
        {
          type: "client",
          id: client.id,
          title: `${client.firstName} ${client.lastName}`,
          subtitle: [client.email, client.phone].join(" · "),
          number: null,
          matchedField: "name",
          url: `${basePath}/clients/${client.id}`,
          updatedAt: client.updatedAt,
        },
        {
          type: "case",
          id: caseDetail.id,
          title: caseDetail.title,
          subtitle: [caseDetail.caseType, caseDetail.matterStage].join(" · "),
          number: caseDetail.sequenceId,
          matchedField: "plaintiff",
          url: `${basePath}/cases/${caseDetail.id}`,
          updatedAt: caseDetail.updatedAt,
        },
      ],
      omitted: [],
      nextCursor: null,
    },
  },
} satisfies Record<string, OperationExample>;
