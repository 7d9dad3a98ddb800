import { readPath, type Connection, type Json } from "./call.ts";
import type { ChoiceSource } from "./description.ts";

export interface Choice {
  value: string;
  label: string;
  description?: string;
}

export interface ChoicePage {
  choices: Choice[];
  /** For the next page; null at the end. */
  next: string | null;
}

/** The drop-down of a field, a page of 100 of a list. */
export async function readChoices(
  connection: Connection,
  source: ChoiceSource,
  { search, after }: { search?: string | undefined; after?: string | null | undefined } = {},
): Promise<ChoicePage> {
  if (source.kind === "enumeration") {
    const { enumeration } = (await readPath(connection, source.path)) as {
      enumeration: { values: { value: string; description: string }[] };
    };
    const choices = enumeration.values.map(({ value, description }) => ({
      value,
      label: nameValue(value),
      description,
    }));
    return { choices: filter(choices, search), next: null };
  }
  const body = await readPath(connection, source.path, {
    limit: 100,
    ...(typeof after === "string" && { after }),
    ...(source.search !== null && search !== undefined && search !== "" && { [source.search]: search }),
  });
  const choices = ((body[source.items] ?? []) as Json[]).map(nameRecord);
  return {
    choices: source.search === null ? filter(choices, search) : choices,
    next: (body["nextCursor"] ?? null) as string | null,
  };
}

function filter(choices: Choice[], search = ""): Choice[] {
  const wanted = search.toLowerCase();
  return choices.filter(({ label, value }) => label.toLowerCase().includes(wanted) || value.includes(wanted));
}

/** What a value of an enumeration is called: `motor_vehicle_accident` is Motor vehicle accident. */
export function nameValue(value: string): string {
  const words = value.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A record by what people call it: number and title, or name. */
function nameRecord(record: Json): Choice {
  const text = (...names: string[]) =>
    names.map((name) => record[name]).filter((value): value is string => typeof value === "string" && value !== "");
  const [value = ""] = text("id", "attorneyId", "eventType");
  const [title = text("firstName", "lastName").join(" ")] = text(
    "title",
    "displayName",
    "companyName",
    "name",
    "fileName",
  );
  const [number] = text("sequenceId", "invoiceNumber");
  // A member's title is a job, and the name is missing without it.
  const name = text("firstName", "lastName").join(" ") || title;
  const label = [number, name].filter((part) => part !== undefined && part !== "").join(" · ");
  return { value, label: label === "" ? value : label };
}
