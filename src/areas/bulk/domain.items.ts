import { basePath } from "../../contract/base-path.ts";
import { AppError, invalidInput, type Fault } from "../../contract/errors/error-codes.ts";
import { canBeBulkItem } from "../../contract/operation.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { defineEncryptedColumn } from "../../platform/jobs/encrypted-columns.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import { findOperation, type Route, type RouteTable } from "../../rpc/call/route.ts";
import { BulkItem } from "./schema.ts";

/** What of an item is encrypted: all that the call sends but its idempotency key. */
const Request = BulkItem.omit({ idempotencyKey: true });
type Request = Omit<BulkItem, "idempotencyKey">;

const maxFaults = 50;

/**
 * The operation of each item, found in turns of the event loop.
 *
 * @throws VALIDATION_FAILED for items whose path has none that can be an item
 */
export async function findRoutes(table: RouteTable, items: readonly BulkItem[]): Promise<Route[]> {
  const faults: Fault[] = [];
  const routes: Route[] = [];
  const turn = createTurn();
  for (const [index, { method, path }] of items.entries()) {
    const found = findRoute(table, method, path);
    if (typeof found === "string") faults.push({ path: `items.${index}.path`, message: found });
    else routes.push(found);
    const pause = turn.end();
    if (pause !== undefined) await pause;
  }
  if (faults.length > 0) throw invalidInput(...faults.slice(0, maxFaults));
  return routes;
}

function findRoute(table: RouteTable, method: string, path: string): Route | string {
  try {
    const route = findOperation(table, method, `${basePath}${path}`);
    return canBeBulkItem(route.declaration.meta) ? route : "no operation of bulk";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === "VALIDATION_FAILED" ? "must be percent-encoded UTF-8" : "no operation of bulk";
  }
}

interface Place {
  organizationId: string;
  jobId: string;
  index: number;
}

/** Binds an encrypted request to its row. */
const describePlace = ({ organizationId, jobId, index }: Place) => `bulk ${organizationId} ${jobId} ${index}`;

/** The requests of pending items. */
export const bulkRequestColumn = defineEncryptedColumn<Place>({
  table: "BulkItem",
  column: "request",
  key: ["jobId", "index"],
  listing: "list_bulk_requests_to_reencrypt",
  describePlace,
});

export function encryptRequest(
  keys: InstallationKeys,
  place: Place,
  { idempotencyKey: _inItsColumn, ...request }: BulkItem,
): Buffer {
  return keys.encrypt(describePlace(place), JSON.stringify(request));
}

/** @throws if the installation's secret has been replaced without accepting the one before */
export function decryptRequest(keys: InstallationKeys, place: Place, encrypted: Buffer): Request {
  const text = keys.decrypt(describePlace(place), encrypted);
  if (text === null) throw new Error("an item of a bulk job is encrypted with another secret");
  return Request.parse(JSON.parse(text));
}
