import { useQuery } from "@tanstack/react-query";
import { useController, useFormContext } from "react-hook-form";
import { readError } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { holdEnter, TextInput } from "../../ui/forms/text-input.tsx";
import type { Key } from "../portal-types.ts";
import type { KeyValues } from "./key-form.ts";
import { ownerFields as t } from "./lazy-strings.ts";

/** @param current the owner, listed even if no longer active */
export function OwnerFields({ current }: { current: Key["owner"] }) {
  const trpc = useTRPC();
  const { control, register, formState } = useFormContext<KeyValues>();
  const { field, fieldState } = useController({ control, name: "ownerMemberId" });
  const { data, error, isPending } = useQuery(trpc.members.list.queryOptions({ status: "active", limit: 200 }));
  const members =
    data?.members.map(({ id, firstName, lastName }): [string, string] => [id, `${lastName}, ${firstName}`]) ?? [];
  const isListed = current === null || members.some(([id]) => id === current.memberId);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label={t.owner}
        why="fields#owner-and-tags"
        hint={t.ownerHint}
        error={error === null ? fieldState.error?.message : readError(error).message}
        optional
      >
        {(labeled) => (
          <Select
            {...labeled}
            ref={field.ref}
            value={field.value ?? ""}
            aria-busy={isPending}
            onBlur={field.onBlur}
            onChange={({ target }) => field.onChange(target.value === "" ? null : target.value)}
          >
            <option value="">{isPending ? t.loading : t.none}</option>
            {!isListed && (
              <option value={current.memberId}>
                {t.former(`${current.lastName}, ${current.firstName}`, current.status === "active")}
              </option>
            )}
            <Options of={members} />
          </Select>
        )}
      </Field>
      <Field
        label={t.tags}
        why="fields#owner-and-tags"
        hint={t.tagsHint}
        error={formState.errors.tags?.message}
        optional
      >
        {(labeled) => <TextInput {...labeled} {...register("tags")} autoComplete="off" onKeyDown={holdEnter} />}
      </Field>
    </div>
  );
}
