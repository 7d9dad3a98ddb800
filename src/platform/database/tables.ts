import type { ColumnType } from "kysely";
import type { Prisma } from "../../../prisma/generated/client.ts";

// Kysely's table types, derived from Prisma's, so that the schema is written once (decision 0002).

/** The TypeScript type of a column's value: see `columnParsers` in connection-pool.ts. */
type Value<Stored> = Stored extends Date
  ? string
  : Stored extends bigint
    ? number
    : Stored extends Uint8Array
      ? Buffer
      : Stored extends string | number | boolean | null | readonly string[]
        ? Stored
        : unknown;

type Models = Prisma.TypeMap["model"];
type Scalars<Model extends keyof Models> = Models[Model]["payload"]["scalars"];
type InsertData<Model extends keyof Models> = Exclude<
  Models[Model]["operations"]["createMany"]["args"]["data"],
  readonly unknown[]
>;
/** Columns that have a default or are nullable. */
type IsOptional<Data, Column> = Column extends keyof Data ? (undefined extends Data[Column] ? true : false) : true;

type TableOf<Model extends keyof Models> = {
  [Column in keyof Scalars<Model>]: ColumnType<
    Value<Scalars<Model>[Column]>,
    IsOptional<InsertData<Model>, Column> extends true
      ? Value<Scalars<Model>[Column]> | undefined
      : Value<Scalars<Model>[Column]>,
    Value<Scalars<Model>[Column]>
  >;
};

export type Tables = { [Model in keyof Models]: TableOf<Model> };

/** A selected row, in the format of the API: instants are ISO-8601 text, dates `YYYY-MM-DD`, money a safe integer. */
export type Row<Model extends keyof Models> = { [Column in keyof Scalars<Model>]: Value<Scalars<Model>[Column]> };
