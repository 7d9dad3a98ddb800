import * as z from "zod";
import type { Enumeration } from "../../contract/enumeration.ts";
import { wholePageInput } from "../../contract/page.ts";
import { pageOfWhole } from "../../platform/database/lists/whole-list.ts";
import { text } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { describeCaller, getEnumeration, listEnumerations, listPermissions, listRoles, listScopes } from "./domain.ts";
import { writeExamples } from "./examples.ts";
import { EnumerationRecord, Me, PermissionDescription, RoleDescription, ScopeDescription } from "./schema.ts";

const platformProcedures = {
  "me.get": operation({
    route: "GET /me",
    summary: "Get the calling key",
    description:
      "Returns the key of the request, its scopes, its problems and its remaining rate limits. Requires no scope.",
    area: "Platform",
    scope: null,
    duringReset: true,
  })
    .input(z.strictObject({}))
    .output(z.object({ me: Me }))
    .query(async ({ ctx }) => ({ me: await describeCaller(ctx) })),

  "scopes.list": operation({
    route: "GET /scopes",
    summary: "List the scopes",
    description:
      "Returns all scopes: what each allows, whether only a platform administrator can grant it, and whether it requires an acting attorney. Requires no scope.",
    area: "Platform",
    scope: null,
  })
    .input(z.strictObject(wholePageInput))
    .output(z.object({ scopes: z.array(ScopeDescription), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => {
      const { rows: scopes, nextCursor } = pageOfWhole(
        { organizationId: ctx.organizationId, name: "scopes", keyOf: ({ name }) => name },
        listScopes(),
        input,
      );
      return { scopes, nextCursor };
    }),

  "roles.list": operation({
    route: "GET /roles",
    summary: "List roles and permissions",
    description:
      "Returns the roles of members with the permissions that each includes, and all permissions. Roles are the same for every organization; a member can have more permissions than those of the role. Requires no scope.",
    area: "Org & Team",
    scope: null,
  })
    .input(z.strictObject(wholePageInput))
    .output(
      z.object({
        roles: z.array(RoleDescription),
        permissions: z.array(PermissionDescription),
        nextCursor: z.string().nullable(),
      }),
    )
    .query(({ ctx, input }) => {
      const { rows: roles, nextCursor } = pageOfWhole(
        { organizationId: ctx.organizationId, name: "roles", keyOf: ({ role }) => role },
        listRoles(),
        input,
      );
      return { roles, permissions: listPermissions(), nextCursor };
    }),
};

/** @param enumerations enumerations of all areas, known once all areas are defined */
export function createPlatform(enumerations: () => Readonly<Record<string, Enumeration>>) {
  const metadataProcedures = {
    "metadata.list": operation({
      route: "GET /metadata",
      summary: "List enumerations",
      description: "Returns every enumeration of the API, with a description of each value.",
      area: "Platform",
      scope: null,
    })
      .input(z.strictObject(wholePageInput))
      .output(z.object({ enumerations: z.array(EnumerationRecord), nextCursor: z.string().nullable() }))
      .query(({ ctx, input }) => {
        const { rows, nextCursor } = pageOfWhole(
          { organizationId: ctx.organizationId, name: "metadata", keyOf: ({ name }) => name },
          listEnumerations(enumerations()),
          input,
        );
        return { enumerations: rows, nextCursor };
      }),

    "metadata.get": operation({
      route: "GET /metadata/{name}",
      summary: "Get an enumeration",
      description: "Returns the values of one enumeration, such as `matterStatus`.",
      area: "Platform",
      scope: null,
    })
      .input(z.strictObject({ name: text(1, 100) }))
      .output(z.object({ enumeration: EnumerationRecord }))
      .query(({ input }) => ({ enumeration: getEnumeration(enumerations(), input.name) })),
  };
  return defineArea(
    { ...platformProcedures, ...metadataProcedures },
    {
      get examples() {
        return writeExamples(getEnumeration(enumerations(), "invoiceStatus"));
      },
    },
  );
}
