import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Field } from "../ui/forms/field.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { FeedUrlOnce } from "./feed-url-once.tsx";
import { createFeedDialog as t } from "./lazy-strings.ts";

export default function CreateFeedDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const [includeDeadlines, setIncludeDeadlines] = useState(true);
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const refetch = useInvalidate((client) => [client.calendarFeeds.pathFilter()]);
  const create = useMutationWithConfirmation(trpc.calendarFeeds.create.mutationOptions({ gcTime: 0, onError: reject, onSettled: refetch }));
  if (create.data !== undefined) return <FeedUrlOnce name={create.data.feed.name} url={create.data.url} onStored={onClose} />;
  const submit = () => {
    if (validate(name.trim() === "" ? { name: t.enterName } : {})) create.mutate({ name: name.trim(), includeDeadlines });
  };
  return (
    <FormDialog title={t.createFeed} action={t.createFeed} busy={create.isPending} rejection={rejection} faults={faults} onSubmit={submit} onClose={onClose}>
      <Field label={t.name} hint={t.nameHint} why="fields#calendar-feeds" error={faults["name"]} required>
        {(control) => <TextInput {...control} autoComplete="off" maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Switch label={t.includeDeadlines} checked={includeDeadlines} onChange={({ target }) => setIncludeDeadlines(target.checked)} />
    </FormDialog>
  );
}
