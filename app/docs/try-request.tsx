"use client";

import { useId, useState, type FormEvent } from "react";
import type { Operation } from "../../src/reference/document.ts";
import { Fold } from "./fold.tsx";
import { KeyField, useKey } from "./key.tsx";
import { ScrollArea } from "./scroll-area.tsx";
import { sendRequest, type ReceivedResponse } from "./send-request.ts";
import type { TriedOperation, TriedParameter } from "./tried-operation.ts";

export function TryRequest({ operation }: { operation: Operation }) {
  return (
    <Fold className="try" summary="Try it">
      {() => <TryForm {...arrange(operation)} />}
    </Fold>
  );
}

function arrange({ id, method, path, needsKey, changesRecords, parameters, body }: Operation): TriedOperation {
  return {
    id,
    method,
    path,
    needsKey,
    changesRecords,
    parameters: parameters.map(({ name, in: place, required, example }) => ({
      name,
      place,
      required,
      example: String(example ?? ""),
    })),
    bodyExample: body === undefined ? null : JSON.stringify(body.example ?? {}, null, 2),
  };
}

function TryForm(operation: TriedOperation) {
  const { method, path, needsKey, changesRecords, parameters, bodyExample } = operation;
  const key = useKey();
  const [response, setResponse] = useState<ReceivedResponse | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (values: FormData) => {
    setSending(true);
    const valueOf = (name: string) => {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    };
    setResponse(await sendRequest(operation, needsKey ? key : "", valueOf));
    setSending(false);
  };
  const submit = (submission: FormEvent<HTMLFormElement>) => {
    submission.preventDefault();
    void send(new FormData(submission.currentTarget));
  };
  return (
    <>
      <form onSubmit={submit} aria-label={`Try ${method} ${path}`}>
        {changesRecords && <p className="hint">This changes records of the key’s organization.</p>}
        {needsKey && <KeyField label="x-api-key" />}
        {parameters
          .filter(({ name }) => name !== "X-Request-Id")
          .map((parameter) => (
            <ParameterField key={parameter.name} {...parameter} />
          ))}
        {bodyExample !== null && <BodyField initial={bodyExample} />}
        <button type="submit" className="button" disabled={isSending}>
          {isSending ? "Sending…" : "Send"}
        </button>
      </form>
      <div aria-live="polite">{response !== null && <ResponseView {...response} />}</div>
    </>
  );
}

function ParameterField({ name, place, required, example }: TriedParameter) {
  const id = useId();
  const isIdempotencyKey = name === "X-Idempotency-Key";
  return (
    <p className="field">
      <label htmlFor={id}>
        {name}
        {required && !isIdempotencyKey && <span className="required"> required</span>}
      </label>
      <input
        id={id}
        name={name}
        required={required && place === "path"}
        placeholder={isIdempotencyKey ? "empty: generated" : example}
        autoComplete="off"
        spellCheck={false}
      />
    </p>
  );
}

function BodyField({ initial }: { initial: string }) {
  const id = useId();
  return (
    <p className="field">
      <label htmlFor={id}>Body</label>
      <textarea
        id={id}
        name="body"
        defaultValue={initial}
        rows={Math.min(initial.split("\n").length + 1, 16)}
        spellCheck={false}
      />
    </p>
  );
}

function ResponseView({ status, milliseconds, headers, body }: ReceivedResponse) {
  return (
    <figure className="sample received">
      <figcaption>
        <span className={`status s${status[0]}`}>{status}</span> in {milliseconds} ms
      </figcaption>
      {body !== "" && (
        <ScrollArea label="Response body">
          <pre>
            <code>{body}</code>
          </pre>
        </ScrollArea>
      )}
      {headers !== "" && (
        <ScrollArea label="Response headers">
          <pre>
            <code>{headers}</code>
          </pre>
        </ScrollArea>
      )}
    </figure>
  );
}
