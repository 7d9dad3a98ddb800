import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { CaseSearch, type FoundCase } from "../client/case-search.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { linkDialog as t } from "./lazy-strings.ts";
import { useInvalidateConversations, type Conversation } from "./views.ts";

type Chosen = { caseId: string } | { leadId: string };

interface LinkDialogProps {
  conversation: Conversation;
  onClose: () => void;
}

/** Two possible cases are never guessed: a person decides. */
export function LinkDialog({ conversation: { id, revision }, onClose }: LinkDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [suggested, setSuggested] = useState<Chosen | null>(null);
  const [searched, setSearched] = useState<FoundCase | null>(null);
  const { faults, rejection, validate, reject } = useFormErrors<"case">();
  const { data } = useQuery(trpc.conversations.suggestPlaces.queryOptions({ conversationId: id }));
  const mutation = useChange(trpc.conversations.change.mutationOptions(), {
    successMessage: () => t.wasLinked,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateConversations(),
  });
  const chosen = searched === null ? suggested : { caseId: searched.id };
  const submit = () => {
    if (validate(chosen === null ? { case: t.choose } : {}) && chosen !== null)
      mutation.mutate({ conversationId: id, expectedRevision: revision, ...chosen });
  };
  const places = data?.places ?? [];
  return (
    <FormDialog
      title={t.title}
      description={t.hint}
      action={t.link}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {places.length > 0 && (
        <FieldGroup legend={t.suggested}>
          {places.map(({ caseId, leadId, sequenceId, personName }) => (
            <RadioCard
              key={sequenceId}
              name="place"
              title={t.place(sequenceId, personName)}
              checked={searched === null && suggested !== null && Object.values(suggested)[0] === (caseId ?? leadId)}
              onChange={() => {
                setSearched(null);
                setSuggested(caseId === null ? { leadId: leadId ?? "" } : { caseId });
              }}
            />
          ))}
        </FieldGroup>
      )}
      <CaseSearch
        name="messages"
        find={(q) => client.communications.findCases.query({ q })}
        why="fields#case-of-a-conversation"
        chosen={searched}
        error={faults.case}
        onChoose={setSearched}
      />
    </FormDialog>
  );
}
