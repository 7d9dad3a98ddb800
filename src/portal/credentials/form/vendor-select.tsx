import { useQuery } from "@tanstack/react-query";
import type { ReactNode, Ref } from "react";
import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { vendorSelect as t } from "./lazy-strings.ts";

interface VendorSelectProps {
  value: string | null;
  onChange: (contactId: string | null) => void;
  onBlur: () => void;
  hint: ReactNode;
  error: string | undefined;
  inputRef: Ref<HTMLSelectElement>;
  /** The key's vendor, listed even without the role. */
  current: { id: string; name: string } | null;
}

/** The firm's contacts with the role `vendor`. */
export function VendorSelect({ value, onChange, onBlur, hint, error, inputRef, current }: VendorSelectProps) {
  const trpc = useTRPC();
  const { data, error: failure, isPending } = useQuery(trpc.keys.listVendors.queryOptions({}));
  const vendors = data?.vendors ?? [];
  const isListed = current === null || vendors.some(({ contactId }) => contactId === current.id);
  return (
    <Field
      label={t.boundVendor}
      why="fields#bound-vendor"
      hint={hint}
      error={failure === null ? error : readError(failure).message}
      optional
    >
      {(control) => (
        <Select
          {...control}
          ref={inputRef}
          className="max-w-md"
          value={value ?? ""}
          aria-busy={isPending}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">{isPending ? t.loading : t.allVendors}</option>
          {!isListed && <option value={current.id}>{current.name}</option>}
          {vendors.map(({ contactId, name }) => (
            <option key={contactId} value={contactId}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
