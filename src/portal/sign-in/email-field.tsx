import { Field } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";

/** The email address of an account, which a password manager fills in. */
export function EmailField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <Field label={label} error={error} required>
      {(control) => (
        <TextInput
          {...control}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          autoCapitalize="none"
          className="h-11"
        />
      )}
    </Field>
  );
}
