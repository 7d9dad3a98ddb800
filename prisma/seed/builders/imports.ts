import { newId, type Given, type Values } from "./records.ts";

/** An import of three clients whose file was read, with what became of its rows. */
export interface ImportRecords {
  StoredObject: Values<"StoredObject">;
  Import: Values<"Import">;
  ImportRow: Values<"ImportRow">[];
}

type Row = Partial<Omit<Values<"ImportRow">, "organizationId" | "importId">> & { outcome: string };

/** @param rows from the second row of the file on */
export function buildImport(
  values: Given<"Import", "organizationId" | "requestedBy">,
  rows: readonly Row[] = [],
): ImportRecords {
  const { organizationId } = values;
  const id = values.id ?? newId("import", values.createdAt);
  const objectId = newId("storedObject", values.createdAt);
  return {
    StoredObject: { organizationId, id: objectId },
    Import: {
      id,
      fileName: "clients.csv",
      format: "csv",
      kind: "clients",
      status: "ready",
      columns: [
        { index: 0, name: "Client ID", field: "externalId" },
        { index: 1, name: "First Name", field: "firstName" },
        { index: 2, name: "Last Name", field: "lastName" },
        { index: 3, name: "DOB", field: "dateOfBirth" },
      ],
      headerRow: 1,
      rowCount: 3,
      objectId,
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      ...values,
    },
    ImportRow: rows.map((row, place) => ({ organizationId, importId: id, number: place + 2, ...row })),
  };
}
