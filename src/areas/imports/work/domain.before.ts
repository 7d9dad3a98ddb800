import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { defineEncryptedColumn } from "../../../platform/jobs/encrypted-columns.ts";
import type { ImportRecord } from "../store.ts";
import type { CallResult } from "./domain.calls.ts";

/** A row of an import, to which what is encrypted for it is bound. */
interface RowPlace {
  row: Pick<ImportRecord, "organizationId" | "id">;
  number: number;
}

const describePlace = ({ row: { organizationId, id }, number }: RowPlace) =>
  `import row ${organizationId} ${id} ${number}`;

/** What updated records had before, for as long as an import can be undone. */
export const importBeforeColumn = defineEncryptedColumn<{ organizationId: string; importId: string; number: number }>({
  table: "ImportRow",
  column: "before",
  key: ["importId", "number"],
  listing: "list_import_rows_to_reencrypt",
  describePlace: ({ organizationId, importId: id, number }) => describePlace({ row: { organizationId, id }, number }),
});

/** What a record had before an update, as an update takes it; null where that is not known. */
type Before = Record<string, unknown> | null;

/** Members whose former value no event has: a social security number is never shown, and an attorney is a list. */
const unrecorded = ["ssn", "attorneyId"];

/** What lines of a contact have that no request may set. */
const derived: ReadonlySet<string> = new Set(["e164"]);

/** Of what an update set, what the record had before, encrypted. */
export function encryptBefore(
  keys: InstallationKeys,
  place: RowPlace,
  { body, diff }: { body: Readonly<Record<string, unknown>>; diff: CallResult["diff"] },
): Buffer {
  const changed = Object.keys(body).filter((name) => Object.hasOwn(diff, name));
  const before: Before = unrecorded.some((name) => Object.hasOwn(body, name))
    ? null
    : Object.fromEntries(changed.map((name) => [name, withoutDerived(diff[name]?.from)]));
  return keys.encrypt(describePlace(place), JSON.stringify(before));
}

function withoutDerived(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((line: unknown) =>
    typeof line === "object" && line !== null
      ? Object.fromEntries(Object.entries(line).filter(([name]) => !derived.has(name)))
      : line,
  );
}

/** @returns null where it is not known, also because the installation's secret has been replaced since */
export function decryptBefore(keys: InstallationKeys, place: RowPlace, encrypted: Buffer): Before {
  const text = keys.decrypt(describePlace(place), encrypted);
  return text === null ? null : (JSON.parse(text) as Before);
}
