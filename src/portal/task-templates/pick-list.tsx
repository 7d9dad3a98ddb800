import { X } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { ChoiceField } from "../ui/forms/fields.tsx";

interface PickListProps<Value extends string> {
  label: string;
  /** What the select shows. */
  none: string;
  values: readonly Value[];
  picked: readonly Value[];
  name: (value: Value) => string;
  remove: (name: string) => string;
  onChange: (picked: readonly Value[]) => void;
}

/** Some of many values: a select adds one, a button removes it. */
export function PickList<Value extends string>({
  label,
  none,
  values,
  picked,
  name,
  remove,
  onChange,
}: PickListProps<Value>) {
  return (
    <div className="grid content-start gap-2">
      <ChoiceField
        label={label}
        values={values.filter((value) => !picked.includes(value))}
        name={name}
        none={none}
        value={null}
        onChange={(value) => value !== null && onChange([...picked, value])}
      />
      {picked.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {picked.map((value) => (
            <li key={value}>
              <Button
                size="sm"
                aria-label={remove(name(value))}
                onClick={() => onChange(picked.filter((each) => each !== value))}
              >
                {name(value)}
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
