import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { TimeZoneSelect } from "../ui/forms/time-zone-select.tsx";
import { NoteField } from "./note-field.tsx";
import { MovePreview } from "./move-preview.tsx";
import { listPossibleParents } from "./organization-tree.ts";
import { placementFields as t } from "./strings.ts";
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
  const isPlaced =
    parentOrganizationId !== (self?.parentOrganizationId ?? null) ||
    (self !== undefined && isHeadquarters !== self.isHeadquarters);
  return (
    <>
      <Field
        label={t.parentOrganization}
        why="fields#place-in-the-hierarchy"
        hint={t.parentOrganizationHint}
        error={faults.parentOrganizationId}
      >
        {(control) => (
          <Select
            {...control}
            value={values.parentOrganizationId ?? ""}
            onChange={(event) => change({ parentOrganizationId: event.target.value || null })}
          >
            <option value="">{t.none}</option>
            <Options
              of={listPossibleParents(organizations, organizationId).map(({ id, name, slug }) => [
                id,
                `${name} (${slug})`,
              ])}
            />
          </Select>
        )}
      </Field>
      <Field label={t.timeZone} why="fields#time-zone" hint={t.timeZoneHint} error={faults.timezone} required>
        {(control) => (
          <TimeZoneSelect {...control} value={values.timezone} onChange={(timezone) => change({ timezone })} />
        )}
      </Field>
      <Switch
        label={t.headquarters}
        why="fields#place-in-the-hierarchy"
        hint={t.headquartersHint}
        checked={values.isHeadquarters}
        onChange={(event) => change({ isHeadquarters: event.target.checked })}
      />
      <MovePreview move={isPlaced ? { organizationId, parentOrganizationId, isHeadquarters } : null} />
      <NoteField
        hint={t.noteHint}
        error={faults.note}
        value={values.note}
        onChange={(text) => change({ note: text })}
      />
    </>
  );
}
