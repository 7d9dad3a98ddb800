import type { Client, FieldDef, Submittable } from "pg";
import type { Kind } from "./declared-rows.ts";

/** A column of a statement's result. */
export interface DescribedColumn {
  name: string;
  kind: Kind;
}

/** What pg passes to the `submit` of a query; its types omit this. */
interface Wire {
  parse(statement: { name: string; text: string; types: number[] }, more: boolean): void;
  describe(what: { type: "S"; name: string }, more: boolean): void;
  sync(): void;
}

/**
 * Reads the columns of a statement, which is not run, from PostgreSQL.
 *
 * @throws its error where it is no statement
 */
export async function describeStatement(client: Client, text: string): Promise<DescribedColumn[]> {
  const fields = await new Promise<FieldDef[]>((resolve, reject) => {
    const found: FieldDef[] = [];
    const query = {
      submit: (wire: unknown) => {
        const connection = wire as Wire;
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription: ({ fields: described }: { fields: FieldDef[] }) => void found.push(...described),
      handleError: reject,
      handleReadyForQuery: () => resolve(found),
    };
    client.query(query as unknown as Submittable);
  });
  return fields.map(({ name, dataTypeID }) => ({ name, kind: kindOf(dataTypeID) }));
}

/**
 * What the parsers of connection-pool.ts, and pg's own, make of PostgreSQL's types, by the numbers that PostgreSQL has
 * for them.
 */
export function kindOf(type: number): Kind {
  const kinds: readonly (readonly [Kind, readonly number[]])[] = [
    ["boolean", [16]],
    ["buffer", [17]],
    // bigint, smallint, integer, oid, real, double precision
    ["number", [20, 21, 23, 26, 700, 701]],
    // char, name, text, unknown, bpchar, varchar, date, time, timestamptz, numeric, uuid
    ["string", [18, 19, 25, 705, 1042, 1043, 1082, 1083, 1184, 1700, 2950]],
    ["unknown", [114, 3802]],
    // of text, varchar, integer, bigint, jsonb, boolean, timestamptz
    ["array", [1009, 1015, 1007, 1016, 3807, 1000, 1185]],
  ];
  return kinds.find(([, types]) => types.includes(type))?.[0] ?? "unknown";
}
