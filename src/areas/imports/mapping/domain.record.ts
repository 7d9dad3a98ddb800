import type { ExternallyNamed } from "../../../contract/external-ids.ts";
import { importFields, type ImportField, type ImportKind } from "./domain.fields.ts";
import { readValue, saysNothing, type ReadingOptions } from "./domain.values.ts";
import type { MappedColumn } from "./domain.columns.ts";
import { describeNameFault, isOrganizationName, isPersonName, splitFullName } from "./domain.names.ts";
import { describeNonRecord } from "./domain.non-records.ts";

/** A field whose value is the same in all rows whose cell is blank, or that no column fills. */
export interface DefaultValue {
  field: string;
  /** As a cell would have it. */
  value: string;
}

/** How the rows of an import become records. */
export interface Mapping extends ReadingOptions {
  kind: ImportKind;
  /** All of the file, in their order. */
  columns: readonly MappedColumn[];
  defaults: readonly DefaultValue[];
  /** Whether cells are divided by a separator, which one of them may hold. */
  hasSeparators: boolean;
}

/** What is wrong with a row. */
export interface RowFault {
  /** The column's name, or the field's label where no column fills it; null for the row as a whole. */
  column: string | null;
  /** Without what the cell holds. */
  message: string;
}

/** A call of the operation that creates or updates a record. */
export interface RecordCall {
  operation: string;
  pathValues: Readonly<Record<string, string>>;
  body: Record<string, unknown>;
}

/** A row as values of fields. */
export interface RowRecord {
  externalId: string | null;
  /** By the fields' names. */
  values: ReadonlyMap<string, unknown>;
  faults: RowFault[];
}

/** Without quotation marks, `12 Main St, Apt 4` is two cells, and those behind it are in the wrong columns. */
const shifted: RowFault = {
  column: null,
  message: "has more cells than there are column names: put quotation marks around a cell that holds the separator",
};

/** Reads the cells of a row: what is blank is left out. A row that is no record, such as one of totals, has that fault. */
export function readRecord(mapping: Mapping, cells: readonly string[]): RowRecord {
  const { columns, hasSeparators } = mapping;
  const nonRecord = describeNonRecord(columns, cells);
  if (nonRecord !== null)
    return { externalId: null, values: new Map(), faults: [{ column: null, message: nonRecord }] };
  const { values, faults } = readValues(mapping, cells);
  const externalId = values.get("externalId");
  return {
    externalId: typeof externalId === "string" ? externalId : null,
    values,
    faults:
      hasSeparators && isWider(cells, columns.length) ? [shifted] : [...faults, ...listNameFaults(mapping, values)],
  };
}

function readValues(
  { kind, columns, defaults, ...options }: Mapping,
  cells: readonly string[],
): { values: Map<string, unknown>; faults: RowFault[] } {
  const values = new Map<string, unknown>();
  const faults: RowFault[] = [];
  for (const field of importFields[kind]) {
    const column = columns.find((each) => each.field === field.name);
    const cell = column === undefined ? "" : (cells[column.index] ?? "");
    const text = cell === "" || saysNothing(field, cell) ? findDefault(defaults, field) : cell;
    if (text === "") {
      if (column !== undefined && field.blankFault !== undefined)
        faults.push({ column: column.name, message: field.blankFault });
      continue;
    }
    const read = readValue(field, text, options);
    if ("fault" in read) faults.push({ column: column?.name ?? field.label, message: read.fault });
    else values.set(field.name, read.value);
  }
  return { values, faults };
}

/** A full name that is not that of one person, where no columns have its parts. */
function listNameFaults(
  { kind, columns }: Pick<Mapping, "kind" | "columns">,
  values: ReadonlyMap<string, unknown>,
): RowFault[] {
  const name = values.get("fullName");
  if (typeof name !== "string" || hasNameParts(values) || isNameOfOrganization(kind, values, name)) return [];
  const message = describeNameFault(name);
  const column = columns.find(({ field }) => field === "fullName")?.name ?? null;
  return message === null ? [] : [{ column, message }];
}

const hasNameParts = (values: ReadonlyMap<string, unknown>) => values.has("firstName") && values.has("lastName");

/** Whether a contact's full name is an organization's: as its type says, and else by its words. */
function isNameOfOrganization(kind: ImportKind, values: ReadonlyMap<string, unknown>, name: string): boolean {
  if (kind !== "contacts") return false;
  const type = values.get("type");
  if (type === undefined) return isOrganizationName(name);
  return type === "medical_provider" ? !isPersonName(name) : type !== "person";
}

const findDefault = (defaults: readonly DefaultValue[], { name }: ImportField): string =>
  defaults.find(({ field }) => field === name)?.value ?? "";

const isWider = (cells: readonly string[], width: number) => cells.slice(width).some((cell) => cell !== "");

/** The kind of record that an import's rows become, as external IDs name it. */
export const recordKinds = {
  clients: "Client",
  contacts: "Contact",
  providers: "Contact",
  cases: "Case",
  tasks: "Task",
  notes: "Note",
  expenses: "Expense",
} as const satisfies Record<ImportKind, ExternallyNamed>;

/** The call that creates the record of a row; null for a note or an expense that names nothing that it is on. */
export function describeCreation(kind: ImportKind, { values }: Pick<RowRecord, "values">): RecordCall | null {
  const body = composeBody(kind, values, () => true);
  switch (kind) {
    case "clients":
      return { operation: "clients.create", pathValues: {}, body };
    case "contacts":
    case "providers":
      return { operation: "contacts.create", pathValues: {}, body: completeContact(kind, body) };
    case "cases":
      return { operation: "cases.create", pathValues: {}, body: completeCase(body) };
    case "tasks": {
      const task = completeTask(body);
      return placeBelow("tasks", ["caseId"], task) ?? { operation: "tasks.create", pathValues: {}, body: task };
    }
    case "notes":
      return placeBelow("notes", ["caseId", "clientId", "contactId"], { type: "general", ...body });
    case "expenses":
      return placeBelow("expenses", ["caseId"], completeExpense(body));
    default:
      return kind satisfies never;
  }
}

const updates = {
  clients: ["clients.update", "clientId"],
  contacts: ["contacts.update", "contactId"],
  providers: ["contacts.update", "contactId"],
  cases: ["cases.update", "caseId"],
  tasks: ["tasks.update", "taskId"],
  notes: ["notes.update", "noteId"],
  expenses: ["expenses.update", "expenseId"],
} as const satisfies Record<ImportKind, readonly [operation: string, parameter: string]>;

/** The call that updates the record of a row; null if the row has nothing that an update can change. */
export function describeUpdate(kind: ImportKind, id: string, { values }: Pick<RowRecord, "values">): RecordCall | null {
  const body = composeBody(kind, values, ({ name, isOnlyForNew }) => isOnlyForNew !== true && name !== "externalId");
  if (Object.keys(body).length === 0) return null;
  const [operation, parameter] = updates[kind];
  return { operation, pathValues: { [parameter]: id }, body };
}

const deletions = {
  clients: "clients.delete",
  contacts: "contacts.delete",
  providers: "contacts.delete",
  cases: "cases.delete",
  tasks: "tasks.delete",
  notes: "notes.delete",
  expenses: "expenses.delete",
} as const satisfies Record<ImportKind, string>;

/** The call that deletes a record that an import created. */
export function describeDeletion(kind: ImportKind, id: string): RecordCall {
  return { operation: deletions[kind], pathValues: { [updates[kind][1]]: id }, body: {} };
}

/** The call that sets a record's members back. */
export function describeReversal(kind: ImportKind, id: string, before: Record<string, unknown>): RecordCall {
  const [operation, parameter] = updates[kind];
  return { operation, pathValues: { [parameter]: id }, body: before };
}

/** The operations that rows of a kind may call, for the scopes that they need. */
export function listOperations(kind: ImportKind): string[] {
  const creations = {
    clients: ["clients.create"],
    contacts: ["contacts.create"],
    providers: ["contacts.create"],
    cases: ["cases.create"],
    tasks: ["cases.tasks.create", "tasks.create"],
    notes: ["cases.notes.create", "clients.notes.create", "contacts.notes.create"],
    expenses: ["cases.expenses.create"],
  } satisfies Record<ImportKind, string[]>;
  return [...creations[kind], updates[kind][0], deletions[kind]];
}

function composeBody(
  kind: ImportKind,
  values: ReadonlyMap<string, unknown>,
  isWanted: (field: ImportField) => boolean,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of importFields[kind]) {
    const value = values.get(field.name);
    if (value === undefined || !isWanted(field)) continue;
    if (field.type === "fullName" && typeof value === "string") {
      if (hasNameParts(values)) continue;
      Object.assign(body, isNameOfOrganization(kind, values, value) ? { companyName: value } : splitFullName(value));
    } else setAt(body, field.target.split("."), value);
  }
  return arrangeLists(kind === "expenses" ? multiplyUnits(body) : body);
}

/** An expense as its operation takes it: with its total, and without what is only said in files. */
function multiplyUnits(body: Record<string, unknown>): Record<string, unknown> {
  const { unitCount = 1, entryKind: _, ...expense } = body;
  const { amountCents } = expense;
  return typeof amountCents === "number" && typeof unitCount === "number"
    ? { ...expense, amountCents: Math.round(amountCents * unitCount) }
    : expense;
}

function setAt(body: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) body[name] = value;
  else {
    const inner = (body[name] ?? {}) as Record<string, unknown>;
    body[name] = inner;
    setAt(inner, rest, value);
  }
}

/** What targets such as `phones.mobile.number` and `assigneeMemberIds.0` describe, as the lists that operations take. */
function arrangeLists(body: Record<string, unknown>): Record<string, unknown> {
  const ofContact = ["phones", "emails", "addresses"].flatMap((name) => {
    const lines = body[name] as Record<string, object> | undefined;
    if (lines === undefined) return [];
    const arranged = Object.entries(lines).map(([label, line], place) => ({
      label,
      ...line,
      ...(label === "fax" && { canFax: true }),
      ...(label === "mobile" && { canText: true }),
      isPrimary: place === 0,
    }));
    return [[name, arranged] as const];
  });
  const { assigneeMemberIds } = body;
  return {
    ...body,
    ...Object.fromEntries(ofContact),
    ...(assigneeMemberIds !== undefined && {
      assigneeMemberIds: Object.values(assigneeMemberIds as object) as unknown[],
    }),
  };
}

/** A contact without a type is a company if it has a company's name alone. */
function completeContact(kind: "contacts" | "providers", body: Record<string, unknown>): Record<string, unknown> {
  if (kind === "providers") return { type: "medical_provider", roles: ["provider"], ...body };
  const isPerson = body["lastName"] !== undefined || body["firstName"] !== undefined;
  const type = body["type"] ?? (isPerson || body["companyName"] === undefined ? "person" : "company");
  return { ...body, type };
}

/** Files say of a closed case that it is closed, and when; a case needs its stage and a reason, too. */
function completeCase({ attorneyId, ...body }: Record<string, unknown>): Record<string, unknown> {
  const isClosed =
    body["matterStatus"] === "closed" || body["matterStatus"] === "archived" || body["matterStage"] === "closed";
  return {
    ...body,
    ...(attorneyId !== undefined && { attorneys: [{ attorneyId, role: "lead" }] }),
    ...(isClosed && {
      matterStage: "closed",
      matterStatus: body["matterStatus"] === "archived" ? "archived" : "closed",
      statusReason: body["statusReason"] ?? "Closed before it was imported",
    }),
  };
}

/** A task that is neither completed nor canceled begins as every task does. */
function completeTask({ status, ...body }: Record<string, unknown>): Record<string, unknown> {
  return status === "completed" || status === "cancelled" ? { ...body, status } : body;
}

/** Files often have a description alone, or a category alone. */
function completeExpense(body: Record<string, unknown>): Record<string, unknown> {
  const { category = "other", description } = body;
  const label = typeof category === "string" ? category.replaceAll("_", " ") : undefined;
  return { ...body, category, ...(description === undefined && label !== undefined && { description: label }) };
}

const ownerPaths = new Map([
  ["caseId", "cases"],
  ["clientId", "clients"],
  ["contactId", "contacts"],
]);

/** The call that creates a record below the first of these that its values name; null if they name none. */
function placeBelow(
  records: "tasks" | "notes" | "expenses",
  owners: readonly string[],
  body: Record<string, unknown>,
): RecordCall | null {
  const owner = owners.find((name) => body[name] !== undefined);
  if (owner === undefined) return null;
  const left = Object.fromEntries(Object.entries(body).filter(([name]) => !owners.includes(name)));
  return {
    operation: `${ownerPaths.get(owner) ?? ""}.${records}.create`,
    pathValues: { [owner]: String(body[owner]) },
    body: left,
  };
}

/** The faults of an operation's input by the columns that fill the members. */
export function nameFaults(
  { kind, columns }: Pick<Mapping, "kind" | "columns">,
  faults: readonly { path: string; message: string }[],
): RowFault[] {
  return faults.map(({ path, message }) => {
    const field = findByPath(kind, path);
    if (field === undefined) return { column: null, message: path === "body" ? message : `${path}: ${message}` };
    return { column: columns.find((each) => each.field === field.name)?.name ?? field.label, message };
  });
}

function findByPath(kind: ImportKind, path: string): ImportField | undefined {
  const fields = importFields[kind];
  const [list = "", , member = ""] = path.split(".");
  const alternatives = new Set([path, path.replace(/^attorneys\.0\./u, ""), path.replace(/\.\d+$/u, ".0")]);
  return (
    fields.find(({ target }) => alternatives.has(target)) ??
    // Of a list's lines the first is the one that files have.
    fields.find(({ target }) => target.startsWith(`${list}.`) && target.endsWith(`.${member}`)) ??
    fields.find(({ target }) => target === path.split(".")[0])
  );
}
