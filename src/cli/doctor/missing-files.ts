import type { Database } from "../../platform/database/database.ts";
import type { Environment } from "../../platform/environment.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { objectKey, type Storage } from "../../platform/storage/storage.ts";
import { fail, ok, type Outcome } from "./check.ts";

/** Versions that are read, and whose objects are looked for, at the same time. */
const pageSize = 64;

interface StoredVersion {
  organizationId: string;
  id: string;
  objectId: string;
  sizeBytes: string | number;
}

interface Count {
  versions: number;
  /** Versions without an object, or with one of another size. */
  missing: number;
  isComplete: boolean;
}

/**
 * Whether the storage has the file of every version of a document. Looks at as many as there is time for.
 *
 * @param database as the application role
 */
export async function checkFiles(database: Database, environment: Environment, milliseconds: number): Promise<Outcome> {
  const storage = await openStorage(environment);
  try {
    return describeCount(await countMissing(database, storage, performance.now() + milliseconds));
  } finally {
    storage.close();
  }
}

async function countMissing(database: Database, storage: Storage, deadline: number): Promise<Count> {
  const count: Count = { versions: 0, missing: 0, isComplete: true };
  let after = { organizationId: "", id: "" };
  for (;;) {
    const { rows } = await database.pool.query<StoredVersion>("SELECT * FROM list_stored_versions($1, $2, $3)", [
      after.organizationId,
      after.id,
      pageSize,
    ]);
    const sizeOf = (version: StoredVersion) => storage.sizeOf(objectKey(version.organizationId, version.objectId));
    const sizes = await Promise.all(rows.map(sizeOf));
    count.versions += rows.length;
    count.missing += rows.filter(({ sizeBytes }, index) => sizes[index] !== Number(sizeBytes)).length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return count;
    if (performance.now() > deadline) return { ...count, isComplete: false };
    after = last;
  }
}

function describeCount({ versions, missing, isComplete }: Count): Outcome {
  const looked = isComplete ? `all ${versions}` : `the first ${versions} (there was no time for more)`;
  if (missing === 0) return ok(`The storage has the files of ${looked} versions of documents.`);
  return fail(
    `Of ${looked} versions of documents, ${missing} have no file of their size in the storage.`,
    "Bring the files back from a backup or the bucket's own versions. DocumentVersion.objectId has their names.",
  );
}
