import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { TimeZoneSelect } from "../ui/forms/time-zone-select.tsx";
import { Textarea } from "../ui/forms/text-input.tsx";
import { MovePreview } from "./move-preview.tsx";
import { listPossibleParents } from "./organization-tree.ts";
import type { OrganizationView } from "./views.ts";

export interface Placement {
  parentOrganizationId: string | null;
  isHeadquarters: boolean;
  timezone: string;
  note: string;
}

interface PlacementFieldsProps {
  values: Placement;
  change: (values: Partial<Placement>) => void;
  faults: Partial<Record<keyof Placement, string>>;
  organizations: readonly OrganizationView[];
  /** The organization that is changed; null for a new one. */
  organizationId: string | null;
}

/** Where an organization lies in the hierarchy, its time zone, and the reason. */
export function PlacementFields({ values, change, faults, organizations, organizationId }: PlacementFieldsProps) {
  const self = organizations.find(({ id }) => id === organizationId);
  const { parentOrganizationId, isHeadquarters } = values;
  const isPlaced = parentOrganizationId !== (self?.parentOrganizationId ?? null) || (self !== undefined && isHeadquarters !== self.isHeadquarters);
  return (
    <>
      <Field label="Parent organization" why="fields#place-in-the-hierarchy" hint="A parent that is a headquarters can include this organization in its reports. Managers of both are notified." error={faults.parentOrganizationId}>
        {(control) => (
          <Select {...control} value={values.parentOrganizationId ?? ""} onChange={(event) => change({ parentOrganizationId: event.target.value || null })}>
            <option value="">None</option>
            <Options of={listPossibleParents(organizations, organizationId).map(({ id, name, slug }) => [id, `${name} (${slug})`])} />
          </Select>
        )}
      </Field>
      <Field label="Time zone" why="fields#time-zone" hint="Scheduled reports keep their local time." error={faults.timezone} required>
        {(control) => <TimeZoneSelect {...control} value={values.timezone} onChange={(timezone) => change({ timezone })} />}
      </Field>
      <Switch
        label="Headquarters"
        why="fields#place-in-the-hierarchy"
        hint="Its members with the permission can run reports over the organizations below it."
        checked={values.isHeadquarters}
        onChange={(event) => change({ isHeadquarters: event.target.checked })}
      />
      <MovePreview move={isPlaced ? { organizationId, parentOrganizationId, isHeadquarters } : null} />
      <Field label="Note" why="fields#note" hint="Reason. Shown in the audit log of each organization concerned." error={faults.note} required>
        {(control) => <Textarea {...control} name="note" rows={2} maxLength={1000} value={values.note} onChange={(event) => change({ note: event.target.value })} />}
      </Field>
    </>
  );
}
