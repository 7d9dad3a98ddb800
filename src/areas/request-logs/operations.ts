import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { listOwnRequests } from "./domain.ts";
import { readOwnUsage, readUsage, type FindRoute } from "./domain.usage.ts";
import { requestLogEnumerations } from "./enumerations.ts";
import { usageExamples } from "./examples.ts";
import { KeyRequestFilter, KeyRequestPage, Usage, UsageFilter } from "./schema.ts";

const Shown = z.object({ usage: Usage });
const span =
  "At most 92 days (UTC) of the last 400. Requests are counted some seconds after their responses; by operation since Caseport counts so.";

/**
 * The area, and its procedures that the portal has, too.
 *
 * @param findRoute finds an operation of any area; called only after all areas are defined
 */
export function createUsage(findRoute: FindRoute) {
  const ownProcedures = {
    "usage.get": operation({
      area: "Platform",
      scope: null,
      route: "GET /usage",
      summary: "Get the calling key's usage",
      description: `Returns how many requests the key of this request sent, by day or operation, with their results and durations, its unused scopes and remaining rate limits. ${span} Requires no scope.`,
    })
      .input(UsageFilter)
      .output(Shown)
      .query(async ({ ctx, input }) => ({ usage: await readOwnUsage(ctx, input, findRoute) })),

    "me.requests.list": operation({
      area: "Platform",
      scope: null,
      route: "GET /me/requests",
      summary: "List the requests of the calling key",
      description:
        "Returns the requests of the last 30 days of the key of this request, with their results, newest first: only metadata, never a body or a value. Requests appear some seconds after their responses. Requires no scope.",
    })
      .input(KeyRequestFilter)
      .output(KeyRequestPage)
      .query(({ ctx, input }) => listOwnRequests(ctx, input)),
  };
  const keyUsageProcedures = {
    "serviceAccounts.usage.get": operation({
      area: "Org & Team",
      scope: "org:manage",
      route: "GET /service-accounts/{serviceAccountId}/usage",
      summary: "Get an integration key's usage",
      description: `Returns the usage of a key of the organization as \`GET /usage\` does for its own, also of one that is revoked or expired. ${span}`,
    })
      .input(UsageFilter.extend({ serviceAccountId: Id }))
      .output(Shown)
      .query(async ({ ctx, input: { serviceAccountId, ...filter } }) => ({
        usage: await readUsage(ctx, serviceAccountId, filter, findRoute),
      })),
  };
  const usage = defineArea(
    { ...ownProcedures, ...keyUsageProcedures },
    { examples: usageExamples, enumerations: requestLogEnumerations },
  );
  return { usage, keyUsageProcedures };
}
