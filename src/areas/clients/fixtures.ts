import type { Arrangement } from "../../testing/arranged-request.ts";
import { createCase } from "../../testing/firm.ts";

const arrangeUpdate: Arrangement = async (firm) => {
  const { caseId, clientId } = await createCase(firm);
  const update = (values: { lastName: string } | { deletedAt: string }) =>
    firm.inside((transaction) => transaction.updateTable("Client").set(values).where("id", "=", clientId).execute());
  return {
    pathValues: { clientId },
    body: { firstName: "Rosalinde", email: "rosalinde@example.com", phone: null },
    recordParameters: ["clientId"],
    revision: 1,
    remove: async () => void (await update({ deletedAt: new Date().toISOString() })),
    change: async () => void (await update({ lastName: "Changed" })),
    touched: () => ({
      entity: "client",
      id: clientId,
      relatedIds: [
        { entity: "client", id: clientId },
        { entity: "case", id: caseId },
      ],
    }),
    diff: {
      firstName: { from: "Rosa", to: "Rosalinde" },
      email: { from: "rosa@example.com", to: "rosalinde@example.com" },
      phone: { from: "555-0101", to: null },
    },
  };
};

export const clientArrangements = { "clients.update": arrangeUpdate } satisfies Record<string, Arrangement>;
