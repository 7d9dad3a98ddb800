import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Field } from "../ui/forms/field.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { StoreOnce } from "../ui/store-once.tsx";
import type { Feed } from "./feed-table.tsx";
import { createFeedDialog, feedUrlOnce, replaceUrlDialog } from "./lazy-strings.ts";

const useRefetch = () => useInvalidate((client) => [client.calendarFeeds.pathFilter()]);
const strong = (name: string) => <strong className="font-semibold text-text wrap-anywhere">{name}</strong>;

export function CreateFeedDialog({ onClose }: { onClose: () => void }) {
  const t = createFeedDialog;
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const [includeDeadlines, setIncludeDeadlines] = useState(true);
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const create = useMutationWithConfirmation(trpc.calendarFeeds.create.mutationOptions({ gcTime: 0, onError: reject, onSettled: useRefetch() }));
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

export function ReplaceUrlDialog({ feed: { id, name }, onClose }: { feed: Feed; onClose: () => void }) {
  const t = replaceUrlDialog;
  const trpc = useTRPC();
  const rotate = useMutationWithConfirmation(trpc.calendarFeeds.rotate.mutationOptions({ gcTime: 0, onSettled: useRefetch() }));
  if (rotate.data !== undefined) return <FeedUrlOnce name={name} url={rotate.data.url} onStored={onClose} />;
  const rejection = rotate.error === null ? null : readError(rotate.error);
  const shown = rejection?.code === "CANCELLED" ? null : rejection?.message;
  return (
    <FormDialog title={t.title} description={t.consequence(strong(name))} action={t.replaceUrl} busy={rotate.isPending} rejection={shown} onSubmit={() => rotate.mutate({ feedId: id })} onClose={onClose}>
      {null}
    </FormDialog>
  );
}

/** Shows the URL of a feed once: only its digest is stored. */
function FeedUrlOnce({ name, url, onStored }: { name: string; url: string; onStored: () => void }) {
  const t = feedUrlOnce;
  return (
    <StoreOnce noun={t.noun} description={t.description(strong(name))} hint={t.hint} onStored={onStored}>
      <CodeBlock title={t.url} text={url} wrap />
    </StoreOnce>
  );
}
