import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { StoreOnce } from "../ui/store-once.tsx";
import { useOrganization } from "../shell/account-context.tsx";
import { buttonLook } from "../ui/button.tsx";
import type { Feed } from "./feed-table.tsx";
import { describeFeedLinks } from "./feed-links.ts";
import { eventTypes, FeedSubject, mostMembers, type NewFeedValues } from "./feed-subject.tsx";
import { createFeedDialog, feedUrlOnce, replaceUrlDialog } from "./lazy-strings.ts";

const useRefetch = () => useInvalidate((client) => [client.calendarFeeds.pathFilter()]);
const strong = (name: string) => <strong className="font-semibold text-text wrap-anywhere">{name}</strong>;

const nothing: NewFeedValues = { name: "", includeDeadlines: true, scope: "member", subjectIds: [], eventTypes: "all" };

export function CreateFeedDialog({ onClose }: { onClose: () => void }) {
  const t = createFeedDialog;
  const trpc = useTRPC();
  const { can } = useOrganization();
  const [values, setValues] = useState(nothing);
  const change = (changed: Partial<NewFeedValues>) => setValues({ ...values, ...changed });
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const create = useMutationWithConfirmation(
    trpc.calendarFeeds.create.mutationOptions({ gcTime: 0, onError: reject, onSettled: useRefetch() }),
  );
  if (create.data !== undefined)
    return <FeedUrlOnce name={create.data.feed.name} url={create.data.url} onStored={onClose} />;
  const submit = () => {
    if (validate(findFaults(values))) create.mutate({ ...values, name: values.name.trim() });
  };
  return (
    <FormDialog
      title={t.createFeed}
      action={t.createFeed}
      busy={create.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        why="fields#calendar-feeds"
        error={faults["name"]}
        required
        autoComplete="off"
        maxLength={100}
        value={values.name}
        onChange={(text) => change({ name: text })}
      />
      {can("calendar:view") && <FeedSubject values={values} onChange={change} error={faults["subjectIds"]} />}
      <OneOfField
        label={t.events}
        why="fields#calendar-feeds"
        error={faults["eventTypes"]}
        values={eventTypes}
        name={(each) => t.eventTypes[each]}
        value={values.eventTypes}
        onChange={(each) => change({ eventTypes: each })}
      />
      <Switch
        label={values.scope === "member" ? t.includeDeadlines : t.includeTheirDeadlines}
        checked={values.includeDeadlines}
        onChange={({ target }) => change({ includeDeadlines: target.checked })}
      />
    </FormDialog>
  );
}

const needsSubjects: ReadonlySet<string> = new Set(["members", "office", "team"]);

function findFaults({
  name,
  scope,
  subjectIds,
  eventTypes: types,
  includeDeadlines,
}: NewFeedValues): Record<string, string> {
  const t = createFeedDialog;
  return {
    ...(name.trim() === "" && { name: t.enterName }),
    ...(needsSubjects.has(scope) && subjectIds.length === 0 && { subjectIds: t.chooseWhose }),
    ...(subjectIds.length > mostMembers && { subjectIds: t.tooManyMembers(mostMembers) }),
    ...(types === "none" && !includeDeadlines && { eventTypes: t.nothingChosen }),
  };
}

export function ReplaceUrlDialog({ feed: { id, name }, onClose }: { feed: Feed; onClose: () => void }) {
  const t = replaceUrlDialog;
  const trpc = useTRPC();
  const rotate = useMutationWithConfirmation(
    trpc.calendarFeeds.rotate.mutationOptions({ gcTime: 0, onSettled: useRefetch() }),
  );
  if (rotate.data !== undefined) return <FeedUrlOnce name={name} url={rotate.data.url} onStored={onClose} />;
  const rejection = rotate.error === null ? null : readError(rotate.error);
  const shown = rejection?.code === "CANCELLED" ? null : rejection?.message;
  return (
    <FormDialog
      title={t.title}
      description={t.consequence(strong(name))}
      action={t.replaceUrl}
      busy={rotate.isPending}
      rejection={shown}
      onSubmit={() => rotate.mutate({ feedId: id })}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}

const openElsewhere = { target: "_blank", rel: "noreferrer" } as const;

/** Shows the URL of a feed once, with the ways to add it: only its digest is stored. */
function FeedUrlOnce({ name, url, onStored }: { name: string; url: string; onStored: () => void }) {
  const t = feedUrlOnce;
  const { webcal, google, outlook } = describeFeedLinks(url, name);
  return (
    <StoreOnce noun={t.noun} description={t.description(strong(name))} hint={t.hint} onStored={onStored}>
      <CodeBlock title={t.url} text={url} wrap />
      <CodeBlock title={t.webcal} text={webcal} wrap />
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <a className={buttonLook({ size: "sm" })} href={webcal}>
            {t.openInApple}
          </a>
          <a className={buttonLook({ size: "sm" })} href={outlook} {...openElsewhere}>
            {t.addToOutlook}
          </a>
          <a className={buttonLook({ size: "sm" })} href={google} {...openElsewhere}>
            {t.addToGoogle}
          </a>
        </div>
        <p className="text-sm text-muted">{t.linksHint}</p>
      </div>
    </StoreOnce>
  );
}
