import type * as z from "zod";

/** The members that are never null; of an example the others may be omitted. */
type Known<Shown> = { [Name in keyof Shown as null extends Shown[Name] ? never : Name]: Shown[Name] };
type Completed<Shown, Given extends keyof Shown> = Omit<Shown, Given> & { [Name in Given]: NonNullable<Shown[Name]> };

/** The record of an example, with its members in the schema's order: nullable ones that are not given are null. */
export function exampleRecord<Schema extends z.ZodObject, Given extends keyof z.output<Schema>>(
  schema: Schema,
  given: Pick<z.output<Schema>, Given> & Known<z.output<Schema>>,
): Completed<z.output<Schema>, Given> {
  const record = new Map(Object.entries<unknown>(given));
  const members = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, member]) => [
    name,
    record.get(name) ?? member.safeParse(null).data,
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Completed<z.output<Schema>, Given>;
}
