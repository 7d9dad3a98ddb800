import { AppError, invalidInput } from "../../contract/errors/error-codes.ts";
import { messages } from "../../contract/messages.ts";
import { needsActingAttorney, isScope } from "../../contract/scopes.ts";
import { recordEvent, type Context } from "../../rpc/context.ts";
import { notifyManagers } from "../notifications/domain.ts";
import { updateKey } from "../service-accounts/domain.changes.ts";
import { getKey } from "../service-accounts/domain.ts";
import type { StoppingKey } from "./schema.ts";
import { listActingKeys } from "./store.ts";

/** The live keys that fail if the member is no longer an active attorney, including paused ones, which may be resumed. */
export async function findStoppingKeys(context: Context, memberId: string): Promise<StoppingKey[]> {
  const keys = await listActingKeys(context, memberId);
  return keys
    .map(({ scopes, ...key }) => ({
      ...key,
      stoppedScopes: scopes.filter((scope) => isScope(scope) && needsActingAttorney(scope)),
    }))
    .filter(({ stoppedScopes }) => stoppedScopes.length > 0);
}

/**
 * Gives the keys another acting attorney, as each key's own page does.
 *
 * @throws FORBIDDEN; VALIDATION_FAILED if they cannot act for keys
 */
export async function reassignKeys(
  context: Context,
  keys: readonly StoppingKey[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (!context.principal.scopes.has("org:manage")) throw new AppError("FORBIDDEN", messages.permissionMissing);
  if (from === to) throw invalidInput({ path: "reassignKeysTo", message: "must be another attorney" });
  // In one order, so that two who change the same keys wait for each other.
  for (const { id } of keys.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    await updateKey(context, id, { actingAttorneyId: to });
}

/** Maximum keys named in a notification. */
const maxNamed = 20;

/** Records an event for each key that lost its acting attorney, and notifies the members who manage keys once. */
export async function formatStoppedKeys(
  context: Context,
  attorney: { id: string; firstName: string; lastName: string },
): Promise<void> {
  const { principal } = context;
  const stopped = await findStoppingKeys(context, attorney.id);
  const [first] = stopped;
  if (first === undefined) return;
  for (const { id } of stopped) {
    recordEvent(context, {
      eventType: "integration_key.misconfigured",
      entityId: id,
      payload: await getKey(context, id),
      diff: {},
      relatedIds: [
        { entity: "integration_key", id },
        { entity: "member", id: attorney.id },
      ],
    });
  }
  const parameters = {
    attorneyName: `${attorney.firstName} ${attorney.lastName}`,
    keyCount: stopped.length,
    keys: stopped.slice(0, maxNamed).map(({ name, stoppedScopes }) => ({ keyName: name, stoppedScopes })),
  };
  await notifyManagers(
    context,
    { kind: "integration_key.misconfigured", keyId: stopped.length === 1 ? first.id : null, parameters },
    { except: principal.kind === "member" ? principal.memberId : null },
  );
}
