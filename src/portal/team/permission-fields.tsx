import { listPermissions, permissionSentences, roles, type Permission, type Role } from "../../contract/permissions.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { nameRole } from "../../contract/role-name.ts";
import { Select } from "../ui/forms/select.tsx";
import { groupPermissions } from "./permission-labels.ts";
import { permissionFields as t } from "./strings.ts";

export interface Standing {
  role: Role;
  isAttorney: boolean;
  /** Absent for an invitation: allowed later. */
  canActForKeysByApi?: boolean;
  /** In addition to those of the role. */
  permissions: Permission[];
}

const nothingBefore: readonly Permission[] = [];

interface PermissionFieldsProps {
  standing: Standing;
  onChange: (standing: Standing) => void;
  /** Granted before: stays, also if the editor could not grant it. */
  before?: readonly Permission[];
  errors?: { role?: string | undefined; permissions?: string | undefined };
}

/** The role's permissions are ticked and fixed; members cannot grant permissions they lack. */
export function PermissionFields({ standing, onChange, before = nothingBefore, errors }: PermissionFieldsProps) {
  const { can } = useOrganization();
  const byRole = listPermissions(standing.role, []);
  const canName = (role: Role) =>
    [...listPermissions(role, [])].every((permission) => can(permission) || before.includes(permission)) ||
    role === standing.role;
  const toggle = (permission: Permission, isGiven: boolean) => {
    const others = standing.permissions.filter((each) => each !== permission);
    onChange({ ...standing, permissions: isGiven ? [...others, permission] : others });
  };
  const isGivable = (permission: Permission) => can(permission) || before.includes(permission);
  const isHeld = (permission: Permission) => byRole.has(permission) || standing.permissions.includes(permission);
  return (
    <>
      <Field label={t.role} why="fields#role-and-permissions" error={errors?.role}>
        {(control) => (
          <Select
            {...control}
            name="role"
            value={standing.role}
            onChange={({ target }) => onChange({ ...standing, role: target.value as Role })}
          >
            {roles.map((role) => (
              <option key={role} value={role} disabled={!canName(role)}>
                {nameRole(role)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox
        label={t.attorney}
        hint={t.attorneyHint}
        checked={standing.isAttorney}
        onChange={({ target }) => onChange({ ...standing, isAttorney: target.checked })}
      />
      {standing.isAttorney && standing.canActForKeysByApi !== undefined && (
        <Checkbox
          label={t.apiKeysManaged}
          hint={t.apiKeysManagedHint}
          checked={standing.canActForKeysByApi}
          onChange={({ target }) => onChange({ ...standing, canActForKeysByApi: target.checked })}
        />
      )}
      <FieldGroup legend={t.permissions} hint={t.includedInRole} error={errors?.permissions}>
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {groupPermissions().map(({ group, title, permissions }) => (
            <div key={group} role="group" aria-label={title} className="grid content-start gap-2">
              <p aria-hidden className="flex justify-between border-b border-line pb-1 text-[0.8125rem] text-muted">
                <span className="font-medium text-text">{title}</span>
                {t.chosen(permissions.filter(isHeld).length, permissions.length)}
              </p>
              {permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  label={permissionSentences[permission]}
                  hint={byRole.has(permission) || isGivable(permission) ? undefined : t.youCannotGrantPermission}
                  checked={isHeld(permission)}
                  disabled={byRole.has(permission) || !isGivable(permission)}
                  onChange={({ target }) => toggle(permission, target.checked)}
                />
              ))}
            </div>
          ))}
        </div>
      </FieldGroup>
    </>
  );
}
