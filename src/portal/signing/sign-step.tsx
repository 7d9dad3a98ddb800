"use client";

import { createRandomToken } from "../client/random-token.ts";
import { useRef, useState } from "react";
import type { ShownDocument, ShownField, SigningView } from "../../areas/esign/signing/schema.ts";
import { findFaults, groupId, listControls, type Answers, type Faults, type Signature } from "./answers.ts";
import type { PageSize } from "../ui/pdf/pdf-page.tsx";
import { Decline } from "./decline.tsx";
import { documentAnchor, DocumentList, useDocumentList } from "./document-list.tsx";
import type { SentFault } from "./door.ts";
import { FieldControls } from "./field-controls.tsx";
import { PageFields } from "./page-fields.tsx";
import { PrimaryButton, Problem, StepHeading } from "./parts.tsx";
import { RequestHeader } from "./review-step.tsx";
import { SignatureControl } from "./signature-control.tsx";
import type { SigningStrings } from "./strings.ts";
import { useWords } from "./words.tsx";

export interface Submission {
  submissionId: string;
  signature: Signature;
  values: Answers;
}

interface SignStepProps {
  view: SigningView;
  isBusy: boolean;
  problem: string | null;
  sentFaults: readonly SentFault[];
  onSubmit: (submission: Submission) => void;
  onDecline: (given: { reason?: string; onPaper: boolean }) => void;
}

/** Fields, signature and the button that signs. */
export function SignStep({ view, isBusy, problem, sentFaults, onSubmit, onDecline }: SignStepProps) {
  const words = useWords();
  const list = useDocumentList();
  const [answers, setAnswers] = useState<Answers>({});
  const [signature, setSignature] = useState<Signature | null>(null);
  const [missing, setMissing] = useState<Faults>({});
  /** What was changed since the last try: it may be right now. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const submissionId = useRef<string>(null);
  const controls = listControls(view.fields);
  const found: Faults = { ...readFaults(sentFaults, words), ...missing };
  const faults: Faults = Object.fromEntries(Object.entries(found).filter(([id]) => !changed.has(id)));
  const count = Object.keys(faults).length;
  const places = view.fields.filter(({ kind }) => kind === "signature").length;
  const hasDate = view.fields.some(({ kind }) => kind === "date_signed");
  const answer = (field: ShownField, given: string | boolean) => {
    // Another content is another submission.
    submissionId.current = null;
    const id = field.group === null ? field.id : groupId(field.group.key);
    setChanged((before) => new Set([...before, id]));
    setAnswers((before) => ({ ...before, ...spread(field, given, before, controls) }));
  };
  const sign = (given: Signature | null) => {
    submissionId.current = null;
    setChanged((before) => new Set([...before, "signature"]));
    setSignature(given);
  };
  const showField = ({ position, page }: ShownField) => {
    list.show(position, page);
    document.querySelector(`#${documentAnchor(position)}`)?.scrollIntoView({ block: "start" });
  };
  const focusControl = ({ id, kind, group }: ShownField) => {
    if (kind === "date_signed") return;
    focusOn(kind === "signature" ? "signature" : id, group);
  };
  const submit = () => {
    const missed = findFaults(controls, answers, signature);
    setMissing(missed);
    setChanged(new Set());
    const [first] = Object.keys(missed);
    if (first !== undefined || signature === null) return focusOn(first ?? "signature", null);
    submissionId.current ??= createRandomToken();
    return onSubmit({ submissionId: submissionId.current, signature, values: answers });
  };
  const showFields = (document: ShownDocument, page: number, size: PageSize) => (
    <PageFields
      fields={view.fields.filter((field) => field.position === document.position && field.page === page)}
      size={size}
      answers={answers}
      signature={signature}
      onChoose={focusControl}
    />
  );
  return (
    <>
      <StepHeading>{words.sign.title}</StepHeading>
      <RequestHeader view={view} />
      <p>{words.sign.intro}</p>
      <DocumentList documents={view.documents} {...list} overlay={showFields} />
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {controls.length > 0 && (
          <section aria-labelledby="fields" className="grid gap-5">
            <h2 id="fields" className="font-serif text-xl font-semibold">
              {words.sign.fields}
            </h2>
            <FieldControls controls={controls} answers={answers} faults={faults} onAnswer={answer} onShow={showField} />
          </section>
        )}
        <SignatureControl
          name={view.recipient.name}
          places={places}
          fault={faults["signature"] === undefined ? undefined : words.faults[faults["signature"]]}
          onChange={sign}
        />
        {hasDate && <p className="text-sm text-muted">{words.sign.date}</p>}
        {problem !== null && <Problem>{problem}</Problem>}
        {count > 0 && <Problem>{words.sign.summary(count)}</Problem>}
        <p>{words.sign.statement(view.documents.length)}</p>
        <PrimaryButton submits busy={isBusy}>
          {words.sign.submit}
        </PrimaryButton>
      </form>
      <Decline onPaper={false} isBusy={isBusy} onDecline={onDecline} />
    </>
  );
}

/** Initials are the same everywhere: those that are typed first stand in all places that have none of their own. */
function spread(field: ShownField, given: string | boolean, before: Answers, controls: readonly ShownField[]): Answers {
  if (field.kind !== "initials") return { [field.id]: given };
  const former = before[field.id] ?? "";
  const same = controls.filter(
    ({ id, kind, required }) => kind === "initials" && required && (before[id] ?? "") === former,
  );
  return Object.fromEntries([...same.map(({ id }) => [id, given]), [field.id, given]]);
}

/** The server's faults, of the controls that have them. */
function readFaults(sent: readonly SentFault[], { faults: known }: SigningStrings): Faults {
  return Object.fromEntries(
    sent.map(({ path, message }) => {
      const [first, second] = path.split(".");
      if (first === "signature" && second === "strokes") return ["signature", "too_many_points"];
      const control = first === "values" ? (second ?? "values") : "signature";
      return [control, Object.hasOwn(known, message) ? (message as keyof typeof known) : "unknown"];
    }),
  );
}

function focusOn(id: string, group: ShownField["group"]): void {
  const control =
    document.getElementById(id) ?? (group === null ? null : document.getElementById(`group-${group.key}`));
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: "center" });
}
