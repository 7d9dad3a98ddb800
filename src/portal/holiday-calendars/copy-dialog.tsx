import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonText } from "../ui/feedback/skeleton.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { copyDialog as t } from "./lazy-strings.ts";
import { useInvalidateCalendars } from "./views.ts";

/** Copies a shipped calendar; others are created with the API. */
export function CopyDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const list = useQuery(trpc.holidayCalendarTemplates.list.queryOptions({}));
  const [chosen, setChosen] = useState("us_federal");
  const { faults, rejection, reject } = useFormErrors<"templateKey">();
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.holidayCalendars.create.mutationOptions(), {
    successMessage: ({ holidayCalendar }) => t.wasCreated(holidayCalendar.name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  });
  const template = list.data?.templates.find(({ templateKey }) => templateKey === chosen);
  return (
    <FormDialog
      title={t.createCalendar}
      description={t.description}
      action={t.createCalendar}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={() => mutation.mutate({ templateKey: chosen })}
      onClose={onClose}
    >
      {list.data === undefined ? (
        <QueryFallback query={list} what={t.templates} placeholder={<SkeletonText lines={3} />} />
      ) : (
        <>
          <Field label={t.template} why="fields#shipped-holiday-calendars" error={faults.templateKey} required>
            {(control) => (
              <Select {...control} value={chosen} onChange={({ target }) => setChosen(target.value)}>
                <Options of={list.data.templates.map(({ templateKey, name }) => [templateKey, name])} />
              </Select>
            )}
          </Field>
          {template !== undefined && (
            <p className="text-sm text-muted">{t.basis(template.basis, template.rules.length)}</p>
          )}
        </>
      )}
    </FormDialog>
  );
}
