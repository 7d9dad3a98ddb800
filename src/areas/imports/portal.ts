import * as z from "zod";
import { portalOperation } from "../../rpc/operation.ts";
import { listAttorneys } from "../keys/domain.ts";
import { createImport } from "./domain.ts";
import type { createImports } from "./operations.ts";
import { Import, NewImport } from "./schema.ts";

type Procedures = ReturnType<typeof createImports>["importProcedures"];

/** The operations, and the upload of a file by a form of the portal. */
export const createImportsPortal = (procedures: Procedures) => ({
  ...procedures,
  "imports.upload": portalOperation({
    summary: "Send a file to import",
    permission: "records:import",
    tier: "write",
    upload: true,
    emits: ["import.created"],
    errors: ["RATE_LIMITED"],
  })
    .input(NewImport.omit({ content: true }))
    .output(z.object({ import: Import }))
    .mutation(async ({ ctx, input }) => ({ import: await createImport(ctx, input) })),

  "imports.listAttorneys": portalOperation({
    summary: "List the attorneys on whose behalf tasks and notes can be imported",
    permission: "records:import",
    tier: "read",
  })
    .input(z.strictObject({}))
    .output(z.object({ attorneys: z.array(z.object({ id: z.string(), name: z.string() })) }))
    .query(async ({ ctx }) => ({
      attorneys: (await listAttorneys(ctx)).map(({ memberId, firstName, lastName }) => ({
        id: memberId,
        name: `${firstName} ${lastName}`,
      })),
    })),
});
