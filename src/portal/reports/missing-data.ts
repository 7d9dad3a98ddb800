import { isPermission, listMissingData, type Permission } from "../../contract/permissions.ts";
import { isScope } from "../../contract/scopes.ts";
import { permissionTitles } from "../team/permission-labels.ts";
import { joinList } from "../ui/join-list.ts";
import { missingData as t } from "./strings.ts";

/** What a member lacks to run a report; null for data that no portal permission covers, only a key's scope. */
export function listMissing(
  dataPermissions: readonly string[],
  can: (permission: Permission) => boolean,
): (Permission | null)[] {
  const known = dataPermissions.filter(isScope);
  const missing = listMissingData(known, { has: can }).map(({ permission }) => permission);
  return [...new Set(known.length === dataPermissions.length ? missing : [...missing, null])];
}

/** "Billing data and Case data" */
export function nameMissing(missing: readonly (Permission | null)[]): string {
  return joinList(missing.map((permission) => (permission === null ? t.onlyForKeys : permissionTitles[permission])));
}

export function listPermissionTitles(message: string): string[] {
  const named = message.match(/\b[a-z]+:[a-z]+\b/g) ?? [];
  return [...new Set(named)].filter(isPermission).map((permission) => permissionTitles[permission]);
}
