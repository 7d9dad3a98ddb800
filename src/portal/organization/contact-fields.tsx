import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { faultOf, type ContactValues } from "./contact-values.ts";
import { contactFields as t } from "./strings.ts";

interface ContactFieldsProps {
  values: ContactValues;
  onChange: (changed: Partial<ContactValues>) => void;
  faults: Readonly<Record<string, string | undefined>>;
}

const fields = [
  { name: "phone", path: "phone", maxLength: 50, autoComplete: "tel" },
  { name: "fax", path: "fax", maxLength: 50, autoComplete: "off" },
  { name: "line1", path: "address.line1", maxLength: 200, autoComplete: "address-line1" },
  { name: "line2", path: "address.line2", maxLength: 200, autoComplete: "address-line2" },
  { name: "city", path: "address.city", maxLength: 100, autoComplete: "address-level2" },
  { name: "state", path: "address.state", maxLength: 2, autoComplete: "address-level1" },
  { name: "zipCode", path: "address.zipCode", maxLength: 10, autoComplete: "postal-code" },
] as const;

/** Phone, fax and address, of the organization or of an office. */
export function ContactFields({ values, onChange, faults }: ContactFieldsProps) {
  return (
    <FieldGroup legend={t.title} why="fields#phone-and-address">
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map(({ name, path, ...control }) => (
          <Field key={name} label={t[name]} error={faultOf(faults, path)} optional>
            {(described) => (
              <TextInput
                {...described}
                {...control}
                value={values[name]}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </FieldGroup>
  );
}
