import { Field, type FieldProps } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

interface FileFieldProps extends Omit<FieldProps, "children"> {
  /** Media types and endings that the file dialog offers. */
  accept: string;
  /** @param file null if the choice was taken back */
  onChange: (file: File | null) => void;
}

/** A field of one file. */
export function FileField({ accept, onChange, ...labels }: FileFieldProps) {
  return (
    <Field {...labels}>
      {(control) => (
        <TextInput
          {...control}
          type="file"
          accept={accept}
          className="cursor-pointer py-1.5 file:mr-3 file:cursor-pointer file:rounded file:border-0 file:bg-sunken file:px-2 file:text-sm file:text-text"
          onChange={({ target }) => onChange(target.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}
