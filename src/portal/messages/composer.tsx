import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type KeyboardEvent } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useSettled } from "../client/use-settled.ts";
import { Button } from "../ui/button.tsx";
import { FieldError } from "../ui/forms/field.tsx";
import { ChoiceField, TextareaField, TextField } from "../ui/forms/fields.tsx";
import {
  beginDraft,
  dropDraft,
  findAttachmentFault,
  findDraft,
  keepDraft,
  nextHour,
  readSendAt,
  toMessage,
  type Draft,
  type Target,
} from "./composer-values.ts";
import { Attachments } from "./attachments.tsx";
import { composer as t } from "./lazy-strings.ts";
import { ConsentButton, SendingState } from "./sending-state.tsx";
import { formatPlanned, useInvalidateConversations, type Person } from "./views.ts";

const typingPause = 500;
const maxText = { text: 1_600, email: 20_000 } as const;

interface ComposerProps {
  target: Target;
  /** Who gets it, where the firm has a record of them: their consent can be recorded. */
  person: Person | null;
}

/** Writes a text or an email, and says before it is sent whether, when and as how many texts it goes. */
export function Composer({ target, person }: ComposerProps) {
  const trpc = useTRPC();
  const [draft, setDraft] = useState(() => findDraft(target.key));
  const [fault, setFault] = useState<string>();
  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed };
    keepDraft(target.key, next);
    setDraft(next);
    setFault(undefined);
  };
  const preview = usePreview(target, draft);
  const send = useChange(trpc.messages.send.mutationOptions(), {
    successMessage: ({ message }) =>
      message.sendAt === null ? t.wasSent : t.wasScheduled(formatPlanned(message.sendAt)),
    onSuccess: () => {
      dropDraft(target.key);
      setDraft(beginDraft());
    },
    onRejected: (error) => setFault(readError(error).message),
    invalidate: useInvalidateConversations(),
  });
  const submit = () => {
    const found = findFault(target, draft);
    setFault(found);
    if (found === undefined) send.mutate({ ...toMessage(target, draft), externalId: draft.key });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending) submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    if (!send.isPending && preview.data?.maySend === true) submit();
  };
  return (
    <form
      aria-label={t.write[target.channel]}
      onSubmit={onSubmit}
      noValidate
      className="grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-xs"
    >
      <Templates target={target} draft={draft} onFill={change} onFault={setFault} />
      {target.channel === "email" && (
        <TextField
          label={t.subject}
          required
          maxLength={300}
          autoComplete="off"
          value={draft.subject}
          onChange={(subject) => change({ subject })}
        />
      )}
      <TextareaField
        label={t.text[target.channel]}
        rows={target.channel === "text" ? 3 : 8}
        maxLength={maxText[target.channel]}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        value={draft.text}
        onChange={(text) => change({ text })}
        onKeyDown={onKeyDown}
      />
      {target.channel === "email" && (
        <Attachments target={target} attached={draft.attached} onChange={(attached) => change({ attached })} />
      )}
      <SendTime draft={draft} change={change} />
      <FieldError message={fault} />
      <SendingState preview={preview.data} error={preview.error} />
      <div className="flex flex-wrap justify-end gap-2.5">
        <ConsentButton preview={preview.data} person={person} channel={target.channel} />
        <Button
          type="submit"
          variant="primary"
          busy={send.isPending}
          disabled={preview.data?.maySend === false || draft.text.trim() === ""}
        >
          {draft.sendAt === null && (preview.data?.deferral ?? null) === null ? t.send[target.channel] : t.schedule}
        </Button>
      </div>
    </form>
  );
}

function findFault({ channel }: Target, draft: Draft): string | undefined {
  if (channel === "email" && draft.subject.trim() === "") return t.enterSubject;
  if (findAttachmentFault(draft.attached) !== undefined) return t.tooManyDocuments;
  const sendAt = readSendAt(draft);
  if (sendAt === null) return t.enterTime;
  return typeof sendAt === "string" && Date.parse(sendAt) <= Date.now() ? t.enterLater : undefined;
}

/** What the server says of the draft, after a pause in typing. A mutation, because a query would stand in a URL. */
function usePreview(target: Target, draft: Draft) {
  const client = useTRPCClient();
  const settled = useSettled(JSON.stringify([target, { ...draft, key: "" }]), typingPause);
  const isTime = readSendAt(draft) !== null;
  return useQuery({
    queryKey: ["message-preview", settled],
    queryFn: async () => (await client.messages.preview.mutate(toMessage(target, draft, "."))).preview,
    enabled: isTime,
    placeholderData: (former) => former,
    gcTime: 0,
    retry: false,
  });
}

interface TemplatesProps {
  target: Target;
  draft: Draft;
  onFill: (filled: Pick<Draft, "template" | "subject" | "text">) => void;
  onFault: (fault: string) => void;
}

function Templates({ target, draft, onFill, onFault }: TemplatesProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { data } = useQuery(
    trpc.messageTemplates.list.queryOptions({ channel: target.channel, archived: false, limit: 200 }),
  );
  const templates = data?.messageTemplates ?? [];
  if (templates.length === 0) return null;
  const byId = new Map(templates.map((template) => [template.id, template]));
  const choose = async (id: string | null) => {
    if (id === null) return onFill({ template: null, subject: draft.subject, text: draft.text });
    const chosen = { ...draft, template: { id, subject: "", text: "" }, subject: "", text: "" };
    try {
      const { preview } = await client.messages.preview.mutate(toMessage(target, chosen));
      const filled = { subject: preview.subject ?? "", text: preview.bodyText ?? "" };
      onFill({ template: { id, ...filled }, ...filled });
    } catch (error) {
      onFault(readError(error).message);
    }
  };
  return (
    <ChoiceField
      label={t.template}
      why="fields#writing-to-a-client"
      className="max-w-md"
      values={[...byId.keys()]}
      name={(id) => byId.get(id)?.name ?? id}
      none={t.noTemplate}
      value={draft.template?.id ?? null}
      onChange={(id) => void choose(id)}
    />
  );
}

interface SendTimeProps {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

function SendTime({ draft, change }: SendTimeProps) {
  if (draft.sendAt === null)
    return (
      <div>
        <Button size="sm" variant="ghost" className="-ml-3" onClick={() => change({ sendAt: nextHour(new Date()) })}>
          {t.sendLater}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label={t.sendAt}
        type="datetime-local"
        value={draft.sendAt}
        onChange={(sendAt) => change({ sendAt })}
      />
      <Button variant="ghost" onClick={() => change({ sendAt: null })}>
        {t.sendNow}
      </Button>
    </div>
  );
}
