import { createCase } from "./firm.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

/** The mutations of the area clients, each with a fresh record to work on. */
export const clientMutations: Record<string, Arrange> = {
  "clients.update": async (firm) => {
    const { clientId: id } = await createCase(firm);
    return { method: "PATCH", path: `/clients/${id}`, body: { firstName: newName() }, entity: "client", effects: countRevisions("Client", "revision", id) };
  },
};
