import { useQuery } from "@tanstack/react-query";
import { Paperclip, X } from "lucide-react";
import { FoundList, RecordSearch } from "../client/record-search.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { formatSize } from "../ui/format-size.ts";
import { FieldError } from "../ui/forms/field.tsx";
import { findAttachmentFault, mostAttachments, type Attached, type Target } from "./composer-values.ts";
import { attachments as t } from "./lazy-strings.ts";

interface AttachmentsProps {
  target: Target;
  attached: readonly Attached[];
  onChange: (attached: readonly Attached[]) => void;
}

/** The documents of an email, and a field that finds more of the case. Sizes and limits are shown before it is sent. */
export function Attachments({ target, attached, onChange }: AttachmentsProps) {
  const { can } = useOrganization();
  if (!can("documents:view")) return null;
  return (
    <div className="grid gap-2.5">
      {attached.length > 0 && (
        <ul aria-label={t.attached} className="grid gap-1.5">
          {attached.map(({ id, name, sizeBytes }) => (
            <li key={id} className="flex items-center gap-2 text-sm">
              <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="shrink-0 text-muted">{formatSize(sizeBytes)}</span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t.remove(name)}
                onClick={() => onChange(attached.filter((each) => each.id !== id))}
              >
                <X aria-hidden className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FieldError message={findAttachmentFault(attached)} />
      {attached.length < mostAttachments && (
        <RecordSearch
          // Begins again with each document.
          key={attached.length}
          label={t.attach}
          hint={t.hint}
          why="fields#documents-of-an-email"
          optional
          className="grid max-w-md gap-2.5"
          chosen={null}
          another={t.attach}
          onClear={() => undefined}
        >
          {(wanted) => (
            <FoundDocuments target={target} wanted={wanted} onChoose={(found) => onChange(add(attached, found))} />
          )}
        </RecordSearch>
      )}
    </div>
  );
}

const add = (attached: readonly Attached[], found: Attached): readonly Attached[] =>
  attached.some(({ id }) => id === found.id) ? attached : [...attached, found];

interface FoundDocumentsProps {
  target: Target;
  wanted: string;
  onChoose: (found: Attached) => void;
}

function FoundDocuments({ target, wanted, onChoose }: FoundDocumentsProps) {
  const trpc = useTRPC();
  const of = "conversationId" in target ? { conversationId: target.conversationId } : { caseId: target.caseId };
  const { data, error } = useQuery(trpc.messages.findDocuments.queryOptions({ ...of, q: wanted }));
  return (
    <FoundList
      items={data?.documents}
      error={error}
      texts={{ searching: t.searching, none: t.noMatchingDocuments, list: t.matchingDocuments }}
      onChoose={onChoose}
    >
      {({ name, sizeBytes }) => (
        <>
          <span className="font-medium">{name}</span>
          <span className="text-muted">{formatSize(sizeBytes)}</span>
        </>
      )}
    </FoundList>
  );
}
