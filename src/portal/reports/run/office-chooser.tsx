import { useId } from "react";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { FieldGroup } from "../../ui/forms/field.tsx";
import { RadioCard } from "../../ui/forms/radio-cards.tsx";
import type { Offices } from "../report-query.ts";
import { officeChooser as t } from "./strings.ts";

interface OfficeChooserProps {
  reach: readonly { id: string; name: string; isOwn: boolean }[];
  value: Offices;
  error: string | undefined;
  onChange: (offices: Offices) => void;
}

export function OfficeChooser({ reach, value, error, onChange }: OfficeChooserProps) {
  const name = useId();
  const own = reach.find(({ isOwn }) => isOwn);
  const isSome = typeof value !== "string";
  const chosen = new Set(isSome ? value : []);
  const change = (id: string, isTicked: boolean) =>
    onChange(reach.map((office) => office.id).filter((each) => (each === id ? isTicked : chosen.has(each))));
  return (
    <FieldGroup legend={t.organizations} why="fields#organizations-of-a-run" error={error} className="col-span-full">
      <div className="grid gap-2.5 sm:grid-cols-3">
        <RadioCard
          name={name}
          title={t.thisOrganization}
          hint={own?.name}
          checked={value === "own"}
          onChange={() => onChange("own")}
        />
        <RadioCard
          name={name}
          title={t.allOrganizations}
          hint={t.allOrganizationsHint(reach.length)}
          checked={value === "all"}
          onChange={() => onChange("all")}
        />
        <RadioCard
          name={name}
          title={t.selectedOrganizations}
          hint={t.selectedOrganizationsHint}
          checked={isSome}
          onChange={() => onChange([])}
        />
      </div>
      {isSome && (
        <div className="mt-1 flex flex-wrap gap-x-6 gap-y-2">
          {reach.map((office) => (
            <Checkbox
              key={office.id}
              label={office.name}
              checked={chosen.has(office.id)}
              onChange={({ target }) => change(office.id, target.checked)}
            />
          ))}
        </div>
      )}
    </FieldGroup>
  );
}
