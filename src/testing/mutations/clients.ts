import { createClientRow } from "../../areas/clients/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

const entity = "client";

/** The mutations of the area clients, each with a fresh record to work on. */
export const clientMutations: Record<string, Arrange> = {
  "clients.create": () => {
    const lastName = newName();
    const effects = { text: `SELECT count(*)::integer AS effects FROM "Client" WHERE "lastName" = $1`, values: [lastName] };
    return Promise.resolve({ method: "POST", path: "/clients", body: { firstName: "Noor", lastName, ssn: "219-64-4821", tags: ["newsletter"] }, entity, effects });
  },
  "clients.update": async (tenant) => {
    const { clientId: id } = await createCase(tenant);
    return { method: "PATCH", path: `/clients/${id}`, body: { firstName: newName() }, entity, effects: countRevisions("Client", "revision", id) };
  },
  "clients.delete": async (tenant) => {
    const id = await createClientRow(tenant);
    return { method: "DELETE", path: `/clients/${id}`, body: undefined, entity, effects: countRevisions("Client", "revision", id) };
  },
  "clients.merge": async (tenant) => {
    const [id, { clientId: duplicateClientId }] = [await createClientRow(tenant), await createCase(tenant)];
    return { method: "POST", path: `/clients/${id}/merge`, body: { duplicateClientId }, entity, events: 2, effects: countRevisions("Client", "revision", id) };
  },
};
