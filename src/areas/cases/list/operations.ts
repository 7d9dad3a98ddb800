import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id } from "../../../contract/values/values.ts";
import { defineArea } from "../../../rpc/area.ts";
import { operation } from "../../../rpc/operation.ts";
import { listCasesOf } from "./domain.of-client.ts";
import { SummaryPage } from "./domain.ts";
import { clientCaseExamples } from "./examples.ts";

export const clientCases = defineArea(
  {
    "clients.cases.list": operation({
      area: "Clients",
      scope: "cases:read",
      route: "GET /clients/{clientId}/cases",
      summary: "List a client's cases",
      description: "Returns the client's cases that are not deleted, as `GET /cases` does.",
    })
      .input(z.strictObject({ clientId: Id, ...sortedPageInput }))
      .output(SummaryPage)
      .query(({ ctx, input: { clientId, ...query } }) => listCasesOf(ctx, clientId, query)),
  },
  { examples: clientCaseExamples },
);
